import { EDITABLE_FIELDS } from '../../domain/bookmark-fields';
import { isSameValue } from '../../domain/bookmark-values';
import type { UnixMs } from '../../domain/time';
import { COUNTED_TABLES, writeBookmarks } from '../database/bookmark-rows';
import type { BookmarkChange, BookmarkRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import { hasNotes } from '../database/shadow-rows';
import { withChangesQueued } from './bookmark-changes';
import { bookmarkEntries, replaceEntries } from './outbox';

export const CHANGE_TABLES = [...COUNTED_TABLES, 'outbox', 'shadows'] as const;

/**
 * Writes bookmarks that a person changed, and queues what their server lacks then, inside a transaction
 * over `CHANGE_TABLES`. Deletes are withdrawn before it.
 */
export async function changeBookmarks(
  db: LibraryDatabase,
  changes: readonly BookmarkChange[],
  now: UnixMs,
): Promise<void> {
  await Promise.all([writeBookmarks(db, changes), queueChanges(db, changes, now)]);
}

async function queueChanges(
  db: LibraryDatabase,
  changes: readonly BookmarkChange[],
  now: UnixMs,
): Promise<void> {
  const rows = changes.flatMap(({ before, after }) =>
    before && after && after.serverId !== null && isSentOtherwise(before, after) ? after : [],
  );
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  const [shadows, entries, sendsNotes] = await Promise.all([
    db.shadows.bulkGet(ids),
    bookmarkEntries(db, ids),
    hasNotes(db),
  ]);
  const intentsOf = Map.groupBy(entries, ({ bookmarkId }) => bookmarkId);
  const after = rows.flatMap((bookmark, at) => {
    const intents = intentsOf.get(bookmark.id) ?? [];
    const state = { id: bookmark.id, bookmark, shadow: shadows[at] ?? null, intents };
    return withChangesQueued(state, sendsNotes, now);
  });
  await replaceEntries(db, entries, after);
}

/** Returns true if something changed that decides what is sent. */
const isSentOtherwise = (before: BookmarkRow, after: BookmarkRow): boolean =>
  ([...EDITABLE_FIELDS, 'labels', 'trashedAt'] as const).some(
    (field) => !isSameValue(before[field], after[field]),
  );
