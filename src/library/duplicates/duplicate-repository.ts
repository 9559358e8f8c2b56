import type { Bookmark, BookmarkId } from '../../domain/bookmark';
import type { DuplicateGroup } from '../../domain/duplicates';
import type { Highlight } from '../../domain/highlight';
import type { Result } from '../../domain/result';
import type { UnixMs } from '../../domain/time';
import type { LibraryError, Written } from '../database/commit';
import type { DistinctPair } from '../database/rows';

export interface Search {
  /** Called after each step with the number of bookmarks examined, and of all. */
  readonly onProgress?: (looked: number, all: number) => void;
  readonly signal?: AbortSignal;
}

export type SearchError = LibraryError | { readonly kind: 'aborted' };

/** Bookmarks to join into one. */
export interface Joining {
  readonly keep: BookmarkId;
  readonly others: readonly BookmarkId[];
}

/** The data needed to undo a join. Opaque to callers. */
export interface Joined {
  /** The remaining bookmark before and after the join. */
  readonly before: Bookmark;
  readonly after: Bookmark;
  /** The bookmarks that went to the trash, with the time of their last change before that. */
  readonly others: readonly { readonly id: BookmarkId; readonly updated: UnixMs }[];
  /** null: the remaining bookmark had the best article, or none had one. */
  readonly article: JoinedArticle | null;
  /** The highlights that came from other bookmarks, as they were before. */
  readonly highlights: readonly Highlight[];
}

/** An article that came from another bookmark. */
export interface JoinedArticle {
  readonly capturedAt: UnixMs;
  /** The revision with the previous article; null: there was none. */
  readonly revisionId: number | null;
  /** The intent that sends it; null: another waiting intent does. */
  readonly seq: number | null;
}

/** Finds and joins bookmarks of the same page that have different addresses. */
export interface DuplicateRepository {
  /**
   * Examines all bookmarks outside the trash, some hundreds at a time, so that other work is not
   * blocked.
   */
  find(search?: Search): Promise<Result<readonly DuplicateGroup[], SearchError>>;
  /**
   * Joins bookmarks, all of `joinings` in one transaction. The remaining one gets the labels of
   * all, is a favourite if any is, is archived if all are, has the furthest reading position, the
   * earliest date and the best article; its own becomes a revision. It gets the highlights of all. The others go to the trash
   * unchanged. Missing bookmarks are left out; `not-found` if nothing is left.
   */
  join(joinings: readonly Joining[]): Written<readonly Joined[]>;
  /**
   * Undoes joins. Later changes stay. Returns the bookmarks that were deleted since and are not
   * restored.
   */
  takeBack(joined: readonly Joined[]): Written<readonly BookmarkId[]>;
  /** Marks `others` as pages different from `id`. Returns the pairs that are new. */
  markDistinct(id: BookmarkId, others: readonly BookmarkId[]): Written<readonly DistinctPair[]>;
  unmarkDistinct(pairs: readonly DistinctPair[]): Written<void>;
}
