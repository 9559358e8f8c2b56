import type { Result } from '../../../src/domain';
import type { ImportFailure } from '../../../src/formats';
import type { AccountContent, EntryPart, FileContent, FileCount } from './read-file';

/** What a process is told that is to read a file, whose bytes come through its standard input. */
export type FileTold = Omit<FileContent, 'file'>;

/** What a process is told first. */
export type Told =
  | ({ readonly kind: 'file' } & FileTold)
  | ({ readonly kind: 'account' } & AccountContent);

/** A request to another service, which the server makes for the process. */
export interface Question {
  readonly kind: 'question';
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What came of a `Question`; null when nobody answered. */
export type Answer = { readonly status: number; readonly bytes: Uint8Array } | null;

/** What a process says; it waits for `next` after each part, and for the answer to each question. */
export type Said =
  | Question
  | { readonly kind: 'part'; readonly part: EntryPart }
  | { readonly kind: 'end'; readonly result: Result<FileCount, ImportFailure> }
  /** Of ours. */
  | { readonly kind: 'fault'; readonly fault: unknown };
