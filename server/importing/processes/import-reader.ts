import type { Result } from '../../../src/domain';
import type { Fetch, ImportFailure } from '../../../src/formats';
import type { FileTask } from '../reading/messages';
import type { AccountContent, EntryPart, FileCount } from '../reading/read-file';

/** A file to read. Its bytes are loaded only when its turn comes. */
export interface FileToRead extends FileTask {
  bytes(): Promise<Uint8Array>;
}

/** Reads files of other programs and accounts of other services. */
export interface ImportReader {
  /** Reads a file as `readFile` does. Rejects when `bytes` or `take` reject or the program fails. */
  read(
    file: FileToRead,
    take: (part: EntryPart) => Promise<void>,
  ): Promise<Result<FileCount, ImportFailure>>;
  /** Yields an account in parts. A failure is the last item. */
  readAccount(
    account: AccountContent,
    fetch: Fetch,
    signal: AbortSignal,
  ): AsyncIterable<Result<EntryPart, ImportFailure>>;
  /** Ends all reads, which then reject. */
  close(): Promise<void>;
}
