import type { BookmarkSort, BookmarkType, ReadStatus } from '../../../src/contract';
import type { UnixMs } from '../../../src/domain/time';
import type { TextQuery } from '../../../src/query';
import type { UserId } from '../schema/ids';

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
  readonly isFavourite: boolean | null;
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

/** A search of one user. */
export interface UserSearch {
  readonly userId: UserId;
  readonly search: BookmarkSearch;
}

/** All bookmarks, newest first. */
export const EVERYTHING: BookmarkSearch = {
  query: { terms: [] },
  types: null,
  readStatus: null,
  isFavourite: null,
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

/** The most ids of a search that is run at once: those of a page. */
const MAX_CHEAP_IDS = 100;

/**
 * True if a search costs little, even in a large library: filters and a page of ids, in an order that
 * an index has.
 */
export const isCheap = ({ query, ids, order }: BookmarkSearch): boolean =>
  query.terms.length === 0 &&
  (ids === null || ids.length <= MAX_CHEAP_IDS) &&
  (order.kind !== 'by' || order.keys.every((key) => key === 'created' || key === '-created'));
