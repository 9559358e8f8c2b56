import type { Selectable } from 'kysely';
import { recordEvent } from '../events/record-event';
import { type BookmarkKey, ownerOf, type UserId } from '../ids';
import { lockUser } from '../lock-user';
import { given } from '../rows';
import type { BookmarkTable } from '../schema/bookmark-tables';
import { markUnindexed } from '../search/unindexed';
import type { Unit } from '../session';
import type { BookmarkChange, BookmarkRow } from './bookmark';
import { type ChangeNumber, takeChange } from './change-number';
import { bounded, findById, toBookmark, toColumns } from './columns';
import { sortedLabels } from './sorted-labels';
import { writeLabels } from './write-labels';

type Column = keyof BookmarkTable;

/** What the index has words of. */
const SEARCHED = ['title', 'description', 'site', 'siteName', 'authors', 'labels'] as const;

/** Changes one bookmark; null when `userId` has none with this id. */
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
  const wanted = given(typeof change === 'function' ? change(row) : change);
  if (Object.keys(wanted).length === 0) return row;
  const taken = await takeChange(unit, userId, 1, row.updated + 1);
  return writeChange(unit, { found, before: row }, wanted, taken);
}

/** Notes that something that belongs to a bookmark changed, such as an annotation. */
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

/** A bookmark as it was before a change. */
interface Found {
  readonly found: Selectable<BookmarkTable>;
  readonly before: BookmarkRow;
}

/** Writes `before` with `change`, at a place taken for it; the user is locked. */
async function writeChange(
  unit: Unit,
  { found, before }: Found,
  change: BookmarkChange,
  { seq, at }: ChangeNumber,
): Promise<BookmarkRow> {
  const labels = change.labels ? sortedLabels(change.labels) : before.labels;
  const row = bounded({ ...before, ...change, labels, updated: at });
  const { key, userId } = row;
  // Only what is different: SQLite writes each index that a named column stands in.
  const columns = Object.fromEntries(
    Object.entries(toColumns(row)).filter(([name, value]) => value !== found[name as Column]),
  );
  await unit.db.updateTable('bookmarks').set(columns).where('key', '=', key).execute();
  if (change.labels) await writeLabels(unit, row, before.labels);
  if (SEARCHED.some((field) => field in change)) await markUnindexed(unit, key);
  await recordEvent(unit, { userId, seq, bookmarkId: row.id, type: 'update', time: at });
  return row;
}
