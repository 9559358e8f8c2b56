import type { Result } from '../../../src/domain';
import type { ImportFailure } from '../../../src/formats';
import type { EntryPart, FileContent, FileCount } from './read-file';

/** What a process is told that is to read a file, whose bytes come through its standard input. */
export type Told = Omit<FileContent, 'file'>;

/** What a process says that reads a file; it waits for an answer to each part. */
export type Said =
  | { readonly kind: 'part'; readonly part: EntryPart }
  | { readonly kind: 'end'; readonly result: Result<FileCount, ImportFailure> }
  /** Of ours. */
  | { readonly kind: 'fault'; readonly fault: unknown };
