import type { BookmarkSort, BookmarkType, ReadStatus } from '../../../src/contract';
import type { UnixMs } from '../../../src/domain';
import type { TextQuery } from '../../../src/query';

/** The order of a list. Equal bookmarks come newest first. */
export type BookmarkOrder =
  /**
   * Newest first, or by relevance in a search for words. Then the newest `maxRanked` matches are
   * ranked (`MAX_RANKED` by default), and the others follow by age.
   */
  | { readonly kind: 'default'; readonly maxRanked?: number }
  /** In the order of `ids`. */
  | { readonly kind: 'as-given' }
  | { readonly kind: 'by'; readonly keys: readonly BookmarkSort[] };

/** A search for bookmarks, from a decoded request. null means that a field is not filtered. */
export interface BookmarkSearch {
  /** The result of `queryOfBoxes`. */
  readonly query: TextQuery;
  readonly types: readonly BookmarkType[] | null;
  readonly readStatus: readonly ReadStatus[] | null;
  readonly isMarked: boolean | null;
  readonly isArchived: boolean | null;
  readonly isLoaded: boolean | null;
  /** True for state 1 and for bookmarks with messages of the extraction. */
  readonly hasErrors: boolean | null;
  readonly hasLabels: boolean | null;
  readonly hasAnnotations: boolean | null;
  /** The range includes both ends. */
  readonly createdFrom: UnixMs | null;
  readonly createdTo: UnixMs | null;
  readonly ids: readonly string[] | null;
  readonly order: BookmarkOrder;
}

/** All bookmarks, newest first. */
export const EVERYTHING: BookmarkSearch = {
  query: { terms: [] },
  types: null,
  readStatus: null,
  isMarked: null,
  isArchived: null,
  isLoaded: null,
  hasErrors: null,
  hasLabels: null,
  hasAnnotations: null,
  createdFrom: null,
  createdTo: null,
  ids: null,
  order: { kind: 'default' },
};
