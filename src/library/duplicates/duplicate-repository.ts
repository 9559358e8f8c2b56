import type { Bookmark, BookmarkId, Result, UnixMs } from '../../domain';
import type { DuplicateGroup } from '../../domain/duplicates';
import type { LibraryError, Written } from '../database/commit';
import type { Apart } from '../database/rows';

export interface Search {
  /** Told after each step: how many bookmarks were looked at, and of how many. */
  readonly onProgress?: (looked: number, all: number) => void;
  readonly signal?: AbortSignal;
}

export type SearchError = LibraryError | { readonly kind: 'aborted' };

/** Bookmarks that are to be one. */
export interface Joining {
  readonly keep: BookmarkId;
  readonly others: readonly BookmarkId[];
}

/** What it takes to take a join back. Opaque to callers. */
export interface Joined {
  /** The bookmark that was kept, before and after. */
  readonly before: Bookmark;
  readonly after: Bookmark;
  /** Those that went to the trash, and when each was changed last before that. */
  readonly others: readonly { readonly id: BookmarkId; readonly updated: UnixMs }[];
  /** null: the kept bookmark had the better article, or none had any. */
  readonly article: JoinedArticle | null;
}

/** An article that came from another bookmark. */
export interface JoinedArticle {
  readonly capturedAt: UnixMs;
  /** Where the one that was there before is; null when there was none. */
  readonly revisionId: number | null;
  /** The intent that sends it; null when one that does so was waiting. */
  readonly seq: number | null;
}

/** Bookmarks that may be the same page though their addresses differ. */
export interface DuplicateRepository {
  /**
   * Looks through all bookmarks outside the trash, some hundreds at a time, so that others have
   * their turn between.
   */
  find(search?: Search): Promise<Result<readonly DuplicateGroup[], SearchError>>;
  /**
   * Makes one bookmark of several, all of `joinings` in one transaction. The kept one has the labels
   * of all, is a favourite if one is, in the archive if all are, as far read as the furthest, saved
   * when the first was, and has the best article, its own becoming a revision. The others go to the
   * trash whole. What is not there any more is left out; `not-found` when nothing is left.
   */
  join(joinings: readonly Joining[]): Written<readonly Joined[]>;
  /**
   * Takes joins back. What was changed since stays as it was changed; the value is which of the
   * bookmarks are not back, as they were deleted since.
   */
  takeBack(joined: readonly Joined[]): Written<readonly BookmarkId[]>;
  /** Remembers that none of `others` is the page that `id` is; the value is what was not known. */
  setApart(id: BookmarkId, others: readonly BookmarkId[]): Written<readonly Apart[]>;
  forgetApart(pairs: readonly Apart[]): Written<void>;
}
