import type { Result } from '../../../src/domain';
import type { ImportFailure } from '../../../src/formats';
import type { EntryPart, FileCount } from './read-file';

/** What a thread says that reads a file; it waits for an answer to each part. */
export type Said =
  | { readonly kind: 'part'; readonly part: EntryPart }
  | { readonly kind: 'end'; readonly result: Result<FileCount, ImportFailure> };
