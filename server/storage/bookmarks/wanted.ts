import type { BookmarkSort, BookmarkType, ReadStatus } from '../../../src/contract';
import type { UnixMs } from '../../../src/domain';
import type { Query } from '../../../src/query';

/** How a list is ordered. What is equal comes newest first. */
export type BookmarkOrder =
  /** Newest first, or by relevance when there are words to look for. */
  | { readonly kind: 'default' }
  /** As the ids stand in `ids`. */
  | { readonly kind: 'as-given' }
  | { readonly kind: 'by'; readonly keys: readonly BookmarkSort[] };

/** Which bookmarks, made ready from what the contract decodes. null: whatever it is. */
export interface BookmarkSearch {
  /** Of `queryOfBoxes`. */
  readonly query: Query;
  readonly types: readonly BookmarkType[] | null;
  readonly readStatus: readonly ReadStatus[] | null;
  readonly isMarked: boolean | null;
  readonly isArchived: boolean | null;
  readonly isLoaded: boolean | null;
  /** State 1, or messages of the extraction. */
  readonly hasErrors: boolean | null;
  readonly hasLabels: boolean | null;
  readonly hasAnnotations: boolean | null;
  /** Both ends are part of the range. */
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
