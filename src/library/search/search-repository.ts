import type { Bookmark, BookmarkId, View } from '../../domain/bookmark';
import type { Clock, Passage, Query, TextQuery } from '../../query';
import type { ListSort } from '../bookmarks/bookmark-repository';
import type { Dispose } from '../database/commit';
import type { IndexGap } from './index-view';

export interface SearchOptions {
  /** Number of results. */
  readonly limit: number;
  /** The place after which results are wanted; null: from the start. */
  readonly after?: SearchPlace | null;
  /** A condition that the index cannot evaluate. */
  readonly accepts?: (bookmark: Bookmark) => boolean;
  /** Stops a search that a newer one has replaced. */
  readonly signal?: AbortSignal;
}

/** The place of a result. Opaque to callers. */
export interface SearchPlace {
  readonly score: number;
  readonly created: number;
  readonly doc: number;
}

export interface SearchResult {
  readonly id: BookmarkId;
  /** Only comparable within one query. */
  readonly score: number;
}

export interface SearchResults {
  /** Best first; newer ones first among equals. */
  readonly results: readonly SearchResult[];
  /** Where the next results begin; null: there are none. */
  readonly next: SearchPlace | null;
  /**
   * Number of matches. Without `isCounted` it is an upper bound, because phrases and conditions are
   * compared only with the results that were read.
   */
  readonly total: number;
  readonly isCounted: boolean;
  /**
   * Why results may be missing. `too-many`: the first letters of a word match more than is read, or
   * a phrase occurs in few of the texts that contain its words.
   */
  readonly gaps: readonly (IndexGap | 'too-many')[];
}

/** The order of results: by how well they match, or that of a list. */
export type FindSort = ListSort | { readonly by: 'rank'; readonly isReversed: false };

export interface FindOptions extends Pick<SearchOptions, 'signal'> {
  /** Default: `all`. */
  readonly view?: View;
  /** Only bookmarks with this label. */
  readonly label?: string;
  /** Number of results; `Infinity`: all. */
  readonly limit: number;
  /** Number of results whose bookmarks are read, too. Default: 0. */
  readonly withBookmarks?: number;
  /** Without words to search for, `rank` is the newest first. */
  readonly sort: FindSort;
  readonly clock: Clock;
}

/** The first results of a query. */
export interface FoundBookmarks extends Pick<SearchResults, 'total' | 'isCounted' | 'gaps'> {
  readonly ids: readonly BookmarkId[];
  /** The bookmarks of the first of `ids`, as many as were asked for. */
  readonly bookmarks: readonly Bookmark[];
  /** True if there are more results than were asked for. */
  readonly hasMore: boolean;
}

export interface SearchStatus {
  /** Number of bookmarks in the index, including the trash. */
  readonly documents: number;
  /** Number of changes that are not in the index yet. */
  readonly pending: number;
  /** Size of the index. */
  readonly bytes: number;
  /** Size of the indexed texts of articles, in characters. */
  readonly textLength: number;
  readonly state: 'ready' | 'building' | 'repairing';
}

/** Searches the bookmarks outside the trash, from any page and without a worker. */
export interface SearchRepository {
  /**
   * Finds the bookmarks of a view that match all terms of a query, also those that the index cannot
   * answer. Rejects with an `AbortError` if it is aborted.
   */
  find(query: Query, options: FindOptions): Promise<FoundBookmarks>;
  /** Rejects with an `AbortError` if it is aborted. */
  search(query: TextQuery, options: SearchOptions): Promise<SearchResults>;
  /** Returns the passage of a bookmark that has most of the words of a query; null: none has one. */
  passage(query: Query, id: BookmarkId): Promise<Passage | null>;
  status(): Promise<SearchStatus>;
  watchStatus(listener: (status: SearchStatus) => void): Dispose;
  /** Calls `listener` after each change of results. The first call is at once. */
  watch(listener: () => void): Dispose;
}
