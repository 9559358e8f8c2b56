import type { BookmarkId, UnixMs } from '../../domain';
import type { HeldArticle } from '../../library';

export interface RoomPlan {
  /** These make room. */
  readonly drop: readonly BookmarkId[];
  /** Bytes that more articles may take; below 0 where what can't go takes more than there is. */
  readonly left: number;
  /** When the oldest was saved of those that may make room next: what is newer may come. */
  readonly oldest: UnixMs | null;
}

/**
 * Which articles stay where they may take so many bytes together: those that can't go, and of the
 * others the newest that fit beside them.
 */
export function planRoom(held: readonly HeldArticle[], maxBytes: number): RoomPlan {
  const staying = held.filter(({ canGo }) => !canGo);
  let left = maxBytes - staying.reduce((sum, { bytes }) => sum + bytes, 0);
  const newestFirst = held.filter(({ canGo }) => canGo).toSorted((a, b) => b.at - a.at);
  const firstOut = newestFirst.findIndex(({ bytes }) => {
    left -= bytes;
    return left < 0;
  });
  if (firstOut === -1) return { drop: [], left, oldest: newestFirst.at(-1)?.at ?? null };
  const drop = newestFirst.slice(firstOut).map(({ id }) => id);
  return { drop, left: 0, oldest: newestFirst[firstOut - 1]?.at ?? null };
}
