import type { Result } from '../../../src/domain';
import type { ImportFailure } from '../../../src/formats';
import type { AccountContent, EntryPart, FileContent, FileCount } from './read-file';

/** A file to read, apart from its bytes, which the process reads from its standard input. */
export type FileTask = Omit<FileContent, 'file'>;

/** The first message to a process. */
export type Task =
  | ({ readonly kind: 'file' } & FileTask)
  | ({ readonly kind: 'account' } & AccountContent);

/** A request to another service, which the server sends for the process. */
export interface ServiceRequest {
  readonly kind: 'request';
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The response to a `ServiceRequest`; null when the connection failed. */
export type ServiceResponse = { readonly status: number; readonly bytes: Uint8Array } | null;

/** A message of a process. It waits for `next` after each part and for the response to each request. */
export type Message =
  | ServiceRequest
  | { readonly kind: 'part'; readonly part: EntryPart }
  | { readonly kind: 'end'; readonly result: Result<FileCount, ImportFailure> }
  /** An error of the program itself. */
  | { readonly kind: 'fault'; readonly fault: unknown };
