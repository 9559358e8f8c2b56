import { type BookmarkId, UNDO_MS, type UnixMs } from '../domain';
import type { Clock } from './clock';

/**
 * How long each save may still be taken back, whichever popup asks. Kept in the worker alone: both
 * browsers leave it running for longer than that after a save.
 */
export interface UndoTime {
  /** The bookmark was saved, or brought back, just now. */
  begin(id: BookmarkId): void;
  /** In milliseconds; 0 when it is over, or nothing was saved. */
  left(id: BookmarkId): number;
}

export function createUndoTime(now: Clock): UndoTime {
  const savedAt = new Map<BookmarkId, UnixMs>();
  const left = (id: BookmarkId): number => {
    const since = savedAt.get(id);
    return since === undefined ? 0 : Math.max(0, since + UNDO_MS - now());
  };
  return {
    begin(id) {
      for (const known of savedAt.keys()) if (left(known) === 0) savedAt.delete(known);
      savedAt.set(id, now());
    },
    left,
  };
}
