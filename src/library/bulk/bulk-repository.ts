import type { BookmarkId } from '../../domain/bookmark';
import type { BulkJobRow, ChosenAction, LabelRename } from '../database/bulk-rows';
import type { Dispose, Written } from '../database/commit';

export type {
  BulkAction,
  BulkPatch,
  BulkUndo,
  ChosenAction,
  LabelRename,
} from '../database/bulk-rows';

/** An action on many bookmarks and how far it is. */
export type BulkJob = BulkJobRow;

/**
 * Actions on any number of bookmarks. An action is a job in the library: it is stored as a whole
 * before it begins, and changes its bookmarks in chunks, each of which is one transaction with its
 * outbox entries. So it can be interrupted anywhere, continued by any page, and undone as a whole.
 */
export interface BulkRepository {
  /** Stores a job and returns its id, or null if there is nothing to do. `run` carries it out. */
  start(action: ChosenAction, ids: readonly BookmarkId[]): Written<number | null>;
  /**
   * Stores a job that renames, joins or removes labels, given in their exact spelling, on all
   * bookmarks outside the trash. A label that exists in any case keeps its spelling. Blank names
   * and renames onto the same name are left out; of several renames of a label, the first counts. A
   * new name without a colour gets that of the old name.
   */
  relabel(renames: readonly LabelRename[]): Written<number | null>;
  /**
   * Carries out all jobs and undos that are not finished, oldest first. `signal` stops it after a
   * chunk. After an error, another call continues.
   */
  run(signal?: AbortSignal): Written<void>;
  /**
   * Finishes a job or an undo early. What is changed stays so and can be undone. A job that has
   * changed nothing yet is removed.
   */
  cancel(id: number): Written<void>;
  /**
   * Marks a finished job to be undone. The undo keeps what was changed since by others. Without
   * effect if the job cannot be undone or is gone.
   */
  undo(id: number): Written<void>;
  /** Calls `listener` with all stored jobs, oldest first. */
  watchJobs(listener: (jobs: readonly BulkJob[]) => void): Dispose;
}
