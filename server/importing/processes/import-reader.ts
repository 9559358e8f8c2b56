import type { Result } from '../../../src/domain';
import type { Fetch, ImportFailure } from '../../../src/formats';
import type { AccountContent, EntryPart, FileCount } from '../reading/read-file';
import type { FileTold } from '../reading/said';

/** A file to read, whose bytes come when it is its turn. */
export interface FileToRead extends FileTold {
  bytes(): Promise<Uint8Array>;
}

/** Reads files of other programs, and accounts of other services. */
export interface ImportReader {
  /** As `readFile`. Rejects with what `bytes` or `take` reject with, or a fault of ours. */
  read(
    file: FileToRead,
    take: (part: EntryPart) => Promise<void>,
  ): Promise<Result<FileCount, ImportFailure>>;
  /** What an account has, in parts, as it is asked for; at last why there is no more, if it failed. */
  readAccount(
    account: AccountContent,
    fetch: Fetch,
    signal: AbortSignal,
  ): AsyncIterable<Result<EntryPart, ImportFailure>>;
  /** Ends what it does: it rejects. */
  close(): Promise<void>;
}
