import type { BookmarkId } from '../../domain/bookmark';
import type { SendPageProblem, SendProblem, SendTime } from '../../domain/sending';
import type { UnixMs } from '../../domain/time';

/** The fields of the job that sends highlights on, beside those of all jobs. */
export interface SendJobFields {
  readonly problem: SendProblem | null;
  readonly when: SendTime;
  /** The folder that the person has chosen; null: the downloads. */
  readonly folder: FileSystemDirectoryHandle | null;
  /** Counts the choices of a folder: what was written into an earlier one is written again. */
  readonly round: number;
  /** The last bookmark that a walk through all of them has seen; null: there is no walk. */
  readonly walkedTo: BookmarkId | null;
  /** When the last run began and ended. */
  readonly begunAt: UnixMs | null;
  readonly finishedAt: UnixMs | null;
  /** Number of files that the last run has written. */
  readonly written: number;
}

/** The file of a page whose highlights were sent on. */
export interface SentPageRow {
  readonly bookmarkId: BookmarkId;
  /** The name of its file. Absent: it has none yet. A new title does not change it. */
  readonly name?: string;
  /** Equal for names that are the same on some system. */
  readonly nameKey?: string;
  /** Identifies what was written, and into which folder. */
  readonly written?: string;
  readonly problem?: SendPageProblem;
}
