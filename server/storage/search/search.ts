import type { UserId } from '../ids';

/** Brings the index of words up to date, after what changed was acknowledged. */
export interface SearchRepository {
  /**
   * Indexes some bookmarks that wait for it, newest first; of one user, or of all. How many; 0 when
   * none waits, or others are at it.
   */
  indexSome(userId?: UserId): Promise<number>;
  /** How many wait. */
  waiting(): Promise<number>;
  /** Has everything indexed anew: after a restore, or when words are cut otherwise than before. */
  reindex(): Promise<void>;
}
