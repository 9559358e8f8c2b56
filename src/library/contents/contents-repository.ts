import type { BookmarkId } from '../../domain/bookmark';
import type { BookmarkType } from '../../domain/bookmark-fields';
import type { Clock, QueryTerm, TextTerm } from '../../query';
import type { ListQuery, ListSort } from '../bookmarks/bookmark-repository';
import type { Dispose } from '../database/commit';
import type { Counts } from '../database/rows';

/** A term of a search that the contents can answer. */
export type Condition =
  | Exclude<QueryTerm, { readonly kind: 'text' }>
  | (TextTerm & { readonly field: 'label' });

/** A part of the library. */
export interface ContentsFilter extends Pick<ListQuery, 'view' | 'label'> {
  /** All of them must hold. */
  readonly conditions?: readonly Condition[];
  /** For dates. Default: that of the library and the time zone of the browser. */
  readonly clock?: Clock;
}

export interface ContentsQuery extends ContentsFilter {
  readonly sort: ListSort;
}

/** How many bookmarks of a part of the library have which properties. */
export interface Facets {
  /** Number of bookmarks by view. The other counts are those of the view of the filter. */
  readonly views: Counts;
  readonly labels: ReadonlyMap<string, number>;
  /** By host name. */
  readonly sites: ReadonlyMap<string, number>;
  /** By name. */
  readonly authors: ReadonlyMap<string, number>;
  readonly types: Readonly<Record<BookmarkType, number>>;
}

/** A bookmark outside the trash, as the contents have it. */
export interface ContentsEntry {
  /** The host name. */
  readonly site: string;
  /** In Unix ms. */
  readonly created: number;
  readonly words: number;
  /** The reading time. */
  readonly minutes: number;
  /** From 0 to 100. */
  readonly progress: number;
}

/**
 * Sorts, filters and counts bookmarks. The contents of the library are read into memory once for each
 * page. All functions reject if the storage fails.
 */
export interface ContentsRepository {
  /** Returns the ids of a list in its order. Bookmarks without a value, such as a date, come last. */
  ids(query: ContentsQuery): Promise<readonly BookmarkId[]>;
  /** Calls `listener` with the ids of a list now and some time after they have changed. */
  watchIds(query: ContentsQuery, listener: (ids: readonly BookmarkId[]) => void): Dispose;
  count(filter: ContentsFilter): Promise<number>;
  /** Counts by view, label, site, author and type in one pass. */
  facets(filter: ContentsFilter): Promise<Facets>;
  /** Calls `visit` with each bookmark outside the trash, without blocking the page. */
  visit(visit: (entry: ContentsEntry) => void): Promise<void>;
  /** Calls `listener` now and some time after each change of the contents in any context. */
  watch(listener: () => void): Dispose;
}
