import type { BookmarkId, BookmarkPatch } from '../../domain/bookmark';
import type { UnixMs } from '../../domain/time';
import type { GroupId } from './rows';

/** A label and its new name; null: the label is removed. */
export interface LabelRename {
  readonly from: string;
  readonly to: string | null;
}

/** The fields that an action on many bookmarks can set. */
export type BulkPatch = Pick<
  BookmarkPatch,
  'isFavourite' | 'isArchived' | 'readProgress' | 'readAnchor' | 'addLabels' | 'removeLabels'
>;

/** An action on chosen bookmarks. */
export type ChosenAction =
  | { readonly kind: 'edit'; readonly patch: BulkPatch }
  | { readonly kind: 'trash' }
  | { readonly kind: 'restore' }
  /** Deletes bookmarks in the trash for good. It cannot be undone. */
  | { readonly kind: 'purge' };

/** An action on many bookmarks. */
export type BulkAction =
  | ChosenAction
  /**
   * The renames are in the chunks: all of them may be too many to write with each step. The first one
   * names the action.
   */
  | { readonly kind: 'relabel'; readonly isRemoval: boolean; readonly first: LabelRename };

/** An action on many bookmarks and how far it is. */
export interface BulkJob {
  /** Assigned by the database. */
  readonly id: number;
  readonly action: BulkAction;
  readonly state: 'running' | 'finished';
  /** Number of bookmarks. */
  readonly total: number;
  /** Number of bookmarks in the chunks that are done. */
  readonly done: number;
  /** Number of these bookmarks that the action changed. */
  readonly changed: number;
  /** Number of chunks. */
  readonly chunks: number;
  /** Number of chunks that are done, which are the first ones. */
  readonly doneChunks: number;
  /** When it was finished or cancelled; null before. */
  readonly finishedAt: UnixMs | null;
  /** The act in the log; null: nothing has changed, or the change is final. */
  readonly group: GroupId | null;
}

/** Some bookmarks of a job, which are changed in one transaction. It is gone after that. */
export interface BulkChunkRow {
  readonly job: number;
  /** From 0. */
  readonly number: number;
  readonly ids: readonly BookmarkId[];
  /** The renames of the labels of these bookmarks. Empty if the action is another one. */
  readonly renames: readonly LabelRename[];
}
