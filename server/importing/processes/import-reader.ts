import type { Result } from '../../../src/domain';
import type { ImportFailure } from '../../../src/formats';
import type { EntryPart, FileCount } from '../reading/read-file';
import type { Told } from '../reading/said';

/** A file to read, whose bytes come when it is its turn. */
export interface FileToRead extends Told {
  bytes(): Promise<Uint8Array>;
}

/** Reads files of other programs. */
export interface ImportReader {
  /** As `readFile`. Rejects with what `bytes` or `take` reject with, or a fault of ours. */
  read(
    file: FileToRead,
    take: (part: EntryPart) => Promise<void>,
  ): Promise<Result<FileCount, ImportFailure>>;
  /** Ends what it does: it rejects. */
  close(): Promise<void>;
}
