import type { UnixMs } from '../../../src/domain';
import type { UserId } from '../ids';
import type { Dispose, NewsListener } from '../news';

/** One change of a bookmark, in the order in which a user's changes were committed. */
export interface EventRow {
  readonly userId: UserId;
  /** Grows without holes being promised: the `id` of the server-sent stream. */
  readonly seq: number;
  readonly bookmarkId: string;
  readonly type: 'update' | 'delete';
  readonly time: UnixMs;
}

export interface EventRepository {
  /** What came after `seq`, in order, at most `limit`. */
  after(userId: UserId, seq: number, limit: number): Promise<readonly EventRow[]>;
  /** The number of the newest; 0 when nothing ever happened. */
  latest(userId: UserId): Promise<number>;
  /**
   * Whether all that came after `seq` is still there; false once a part of it was pruned, and for
   * a number that was never given.
   */
  reaches(userId: UserId, seq: number): Promise<boolean>;
  /** Tells of changes and jobs of every process, once they are committed. May tell too often. */
  listen(listener: NewsListener): Dispose;
  /** Forgets what is older than `before`; the newest of each user stays. */
  prune(before: UnixMs): Promise<void>;
}
