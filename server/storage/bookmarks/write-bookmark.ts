import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Insertable, type Selectable, sql } from 'kysely';
import { definedFields } from '../../../src/domain/defined-fields';
import { unixMs } from '../../../src/domain/time';
import { fold } from '../../../src/query';
import { lockUser, type Unit } from '../database/session';
import { insertStatement, slot, statement, updateStatement } from '../database/statement';
import { recordEvent } from '../events/events';
import { type BookmarkKey, bookmarkKey, newShortId, ownerOf, type UserId } from '../schema/ids';
import type { Tables } from '../schema/tables';
import { INDEXED_COLUMNS, markUnindexed } from '../search/unindexed';
import type { BookmarkChange, BookmarkRow, NewBookmark } from './bookmark';
import { type ChangeNumber, takeChange } from './change-number';
import { bounded, EMPTY_FIELDS, findById, sortedLabels, toBookmark, toColumns } from './columns';

const takeNumber = statement<{ last_bookmark: number }, [userId: UserId]>((db) =>
  db
    .updateTable('users')
    .set({
      last_bookmark: sql<number>`last_bookmark + 1`,
      bookmark_count: sql<number>`bookmark_count + 1`,
    })
    .where('id', '=', slot<UserId>(0))
    .returning('last_bookmark'),
);

const insertRow = insertStatement<Insertable<Tables['bookmarks']>>('bookmarks');
const updateRow = updateStatement<Insertable<Tables['bookmarks']>>('bookmarks', 'key');

/** Inserts a bookmark with its labels and its event. */
export async function createBookmark(
  unit: Unit,
  userId: UserId,
  { id = newShortId(), created, initialUrl, ...bookmark }: NewBookmark,
): Promise<BookmarkRow> {
  const { seq, at } = await takeChange(unit, userId);
  const [taken] = await takeNumber(unit, userId);
  const row = bounded({
    ...EMPTY_FIELDS,
    ...definedFields(bookmark),
    url: bookmark.url,
    key: bookmarkKey(userId, taken?.last_bookmark ?? 0),
    id,
    userId,
    initialUrl: initialUrl ?? bookmark.url,
    created: unixMs(created ?? at),
    updated: at,
    labels: sortedLabels(bookmark.labels ?? []),
  });
  await insertRow(unit, toColumns(row));
  await writeLabels(unit, row, []);
  await markUnindexed(unit, row.key);
  await recordEvent(unit, { userId, seq, bookmarkId: id, type: 'update', time: at });
  return row;
}

type Column = keyof Tables['bookmarks'];

/** Changes one bookmark. Returns null when `userId` has none with this id. */
export async function updateBookmark(
  unit: Unit,
  userId: UserId,
  id: string,
  change: BookmarkChange | ((row: BookmarkRow) => BookmarkChange),
): Promise<BookmarkRow | null> {
  await lockUser(unit, userId);
  const [found] = await findById(unit, id);
  if (found?.user_id !== userId) return null;
  const row = toBookmark(found);
  const fields = definedFields(typeof change === 'function' ? change(row) : change);
  if (Object.keys(fields).length === 0) return row;
  const taken = await takeChange(unit, userId, 1, row.updated + 1);
  return writeChange(unit, { found, before: row }, fields, taken);
}

/** Updates a bookmark's `updated` after a change of its other data, such as an annotation. */
export async function touchBookmark(unit: Unit, key: BookmarkKey): Promise<BookmarkRow | null> {
  await lockUser(unit, ownerOf(key));
  const found = await unit.db
    .selectFrom('bookmarks')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirst();
  if (found === undefined) return null;
  const before = toBookmark(found);
  const taken = await takeChange(unit, before.userId, 1, before.updated + 1);
  return writeChange(unit, { found, before }, {}, taken);
}

/** A bookmark before a change, as stored and as converted. */
interface Found {
  readonly found: Selectable<Tables['bookmarks']>;
  readonly before: BookmarkRow;
}

/** Writes `before` with `change` under a taken change number. The user is locked. */
async function writeChange(
  unit: Unit,
  { found, before }: Found,
  change: BookmarkChange,
  { seq, at }: ChangeNumber,
): Promise<BookmarkRow> {
  const labels = change.labels ? sortedLabels(change.labels) : before.labels;
  const row = bounded({ ...before, ...change, labels, updated: at });
  const { key, userId } = row;
  // Only changed columns are named, because SQLite writes every index of a named column.
  const columns = Object.fromEntries(
    Object.entries(toColumns(row)).filter(([name, value]) => value !== found[name as Column]),
  );
  await updateRow(unit, key, columns);
  if (change.labels) await writeLabels(unit, row, before.labels);
  if (INDEXED_COLUMNS.some((name) => name in columns)) await markUnindexed(unit, key);
  await recordEvent(unit, { userId, seq, bookmarkId: row.id, type: 'update', time: at });
  return row;
}

/** The labels of one step. Other requests run between the steps, because long labels take long. */
const LABELS_AT_ONCE = 50;

const insertLabel = insertStatement<Tables['bookmark_labels']>('bookmark_labels');

/** Updates the table of labels for `row`, which had the labels `before`. */
async function writeLabels(
  unit: Unit,
  { key, userId, labels }: BookmarkRow,
  before: readonly string[],
): Promise<void> {
  const gone = before.filter((label) => !labels.includes(label));
  if (gone.length > 0) {
    await unit.db
      .deleteFrom('bookmark_labels')
      .where('bookmark_key', '=', key)
      .where('label', 'in', gone)
      .execute();
  }
  const added = labels.filter((label) => !before.includes(label));
  for (const [at, label] of added.entries()) {
    await insertLabel(unit, { user_id: userId, bookmark_key: key, label, folded: fold(label) });
    if (at % LABELS_AT_ONCE === LABELS_AT_ONCE - 1) await nextTurn();
  }
}
