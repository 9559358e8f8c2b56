import { EDITABLE_FIELDS } from '../../domain/bookmark-fields';
import { isSameValue } from '../../domain/bookmark-values';
import type { UnixMs } from '../../domain/time';
import { COUNTED_TABLES, dated, writeBookmarks } from '../database/bookmark-rows';
import type { ChangeLog } from '../database/change-log';
import { bookmarkEntries as loggedChanges } from '../database/log-entries';
import type { BookmarkChange } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import { hasNotes } from '../database/shadow-rows';
import { bookmarkEntries, replaceEntries } from './outbox';
import { waitingIntents } from './waiting-intents';

export const CHANGE_TABLES = [...COUNTED_TABLES, 'outbox', 'shadows'] as const;

/**
 * Writes bookmarks that a person added, changed or deleted, and queues what a server needs of them,
 * inside a transaction over `CHANGE_TABLES`. `log` gets what can be undone.
 */
export async function changeBookmarks(
  db: LibraryDatabase,
  asked: readonly BookmarkChange[],
  now: UnixMs,
  log?: ChangeLog,
): Promise<void> {
  const changes = asked.map(({ before, after }) => ({
    before,
    after: after && dated(before, after),
  }));
  log?.add(loggedChanges(changes));
  await Promise.all([writeBookmarks(db, changes), queueChanges(db, changes, now)]);
}

async function queueChanges(
  db: LibraryDatabase,
  changes: readonly BookmarkChange[],
  now: UnixMs,
): Promise<void> {
  const states = changes.filter(isSent).flatMap(({ before, after }) => {
    const id = (after ?? before)?.id;
    return id === undefined ? [] : [{ id, bookmark: after, isNew: before === null }];
  });
  if (states.length === 0) return;
  const known = states.filter(({ isNew }) => !isNew);
  const [shadows, entries, sendsNotes] = await Promise.all([
    db.shadows.bulkGet(states.map(({ id }) => id)),
    bookmarkEntries(
      db,
      known.map(({ id }) => id),
    ),
    hasNotes(db),
  ]);
  const intentsOf = Map.groupBy(entries, ({ bookmarkId }) => bookmarkId);
  const after = states.flatMap(({ id, bookmark }, at) => {
    const intents = intentsOf.get(id) ?? [];
    return waitingIntents({ id, bookmark, shadow: shadows[at] ?? null, intents }, sendsNotes, now);
  });
  await replaceEntries(db, entries, after);
}

/** Returns true if something changed that decides what is sent. A create has all values. */
const isSent = ({ before, after }: BookmarkChange): boolean =>
  before === null ||
  after === null ||
  before.trashedAt !== after.trashedAt ||
  (after.serverId !== null &&
    ([...EDITABLE_FIELDS, 'labels'] as const).some(
      (field) => !isSameValue(before[field], after[field]),
    ));
