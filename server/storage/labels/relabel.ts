import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { UnixMs } from '../../../src/domain';
import { fold } from '../../../src/query';
import type { BookmarkRow } from '../bookmarks/bookmark';
import { changedAt, takeChange } from '../bookmarks/change-number';
import { toBookmark } from '../bookmarks/columns';
import { sortedLabels } from '../bookmarks/sorted-labels';
import { summaryOf } from '../bookmarks/summary';
import { recordEvents } from '../events/record-event';
import type { BookmarkKey, UserId } from '../ids';
import { lockUser } from '../lock-user';
import { flag } from '../rows';
import type { BookmarkTable } from '../schema/bookmark-tables';
import { markAllUnindexed } from '../search/unindexed';
import type { Unit } from '../session';

/** Bookmarks of one statement; then reads have their turn. */
const BATCH = 100;

/** A label to be taken off, and what comes in its place. */
interface Change {
  readonly userId: UserId;
  readonly name: string;
  /** null: nothing. */
  readonly instead: string | null;
  /** When they change. */
  readonly at: UnixMs;
}

/** Puts another label, or none, in the place of `name` wherever it is; how many bookmarks had it. */
export async function relabel(
  unit: Unit,
  userId: UserId,
  name: string,
  instead: string | null,
): Promise<number> {
  await lockUser(unit, userId);
  const labelled = await unit.db
    .selectFrom('bookmark_labels')
    .select('bookmark_key as key')
    .where('user_id', '=', userId)
    .where('label', '=', name)
    .execute();
  if (labelled.length === 0 || instead === name) return labelled.length;
  // Later than any of them was changed before.
  const last = await changedAt(unit, userId);
  const { seq, at } = await takeChange(unit, userId, labelled.length, last + 1);
  const first = seq - labelled.length + 1;
  for (let from = 0; from < labelled.length; from += BATCH) {
    const keys = labelled.slice(from, from + BATCH).map(({ key }) => key);
    await relabelSome(unit, keys, { userId, name, instead, at }, first + from);
    await nextTurn();
  }
  return labelled.length;
}

/** @param first number of the first of these changes */
async function relabelSome(
  unit: Unit,
  keys: readonly BookmarkKey[],
  change: Change,
  first: number,
): Promise<void> {
  const { db, engine } = unit;
  const rows = await db
    .selectFrom('bookmarks')
    .selectAll()
    .where(engine.isAmong('key', keys))
    .execute();
  await writeBookmarks(
    unit,
    rows.map((row) => relabelled(toBookmark(row), change)),
    change,
  );
  await writeNames(unit, keys, change);
  await markAllUnindexed(unit, keys);
  const events = rows.map(({ id }, index) => ({ bookmark_id: id, seq: first + index }));
  await recordEvents(unit, events, { userId: change.userId, type: 'update', time: change.at });
}

type Relabelled = Pick<BookmarkTable, 'key' | 'labels' | 'has_labels' | 'summary'>;

function relabelled(row: BookmarkRow, { name, instead, at }: Change): Relabelled {
  const kept = row.labels.filter((label) => label !== name);
  const labels = sortedLabels(instead === null ? kept : [...kept, instead]);
  return {
    key: row.key,
    labels: JSON.stringify(labels),
    has_labels: flag(labels.length > 0),
    summary: summaryOf({ ...row, labels, updated: at }),
  };
}

async function writeBookmarks(
  { db, engine }: Unit,
  rows: readonly Relabelled[],
  { at }: Change,
): Promise<void> {
  const columns = { key: 'whole', labels: 'text', has_labels: 'whole', summary: 'text' } as const;
  await db
    .updateTable('bookmarks')
    .from(engine.rows<Relabelled>(columns, rows).as('given'))
    .set(({ ref }) => ({
      labels: ref('given.labels'),
      has_labels: ref('given.has_labels'),
      summary: ref('given.summary'),
      updated: at,
    }))
    .whereRef('bookmarks.key', '=', 'given.key')
    .execute();
}

/** Brings the table of labels in line. */
async function writeNames(
  { db, engine }: Unit,
  keys: readonly BookmarkKey[],
  { name, instead }: Change,
): Promise<void> {
  await db
    .deleteFrom('bookmark_labels')
    .where('label', '=', name)
    .where(engine.isAmong('bookmark_key', keys))
    .execute();
  if (instead === null) return;
  const { val } = sql;
  await db
    .insertInto('bookmark_labels')
    .columns(['user_id', 'bookmark_key', 'label', 'folded'])
    .expression(
      db
        .selectFrom('bookmarks')
        .select(['user_id', 'key', val(instead).as('label'), val(fold(instead)).as('folded')])
        .where(engine.isAmong('key', keys)),
    )
    // It may have had both.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
