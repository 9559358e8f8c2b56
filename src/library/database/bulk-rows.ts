import type { BookmarkId, BookmarkPatch } from '../../domain/bookmark';

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
   * The renames are in the parts: all of them may be too many to write with each step. The first one
   * names the action.
   */
  | { readonly kind: 'relabel'; readonly isRemoval: boolean; readonly first: LabelRename };

/** Some bookmarks of a job, which are changed in one transaction. It is gone after that. */
export interface BulkPartRow {
  readonly kind: 'bulk';
  readonly job: number;
  /** From 0. */
  readonly number: number;
  readonly ids: readonly BookmarkId[];
  /** The renames of the labels of these bookmarks. Empty if the action is another one. */
  readonly renames: readonly LabelRename[];
}
