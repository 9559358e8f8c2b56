import { recordEvent } from '../events/record-event';
import { type BookmarkKey, ownerOf, type UserId } from '../ids';
import { lockUser } from '../lock-user';
import { given } from '../rows';
import { markUnindexed } from '../search/unindexed';
import type { Unit } from '../session';
import type { BookmarkChange, BookmarkRow } from './bookmark';
import { type ChangeNumber, takeChange } from './change-number';
import { bounded, toBookmark, toColumns } from './columns';
import { sortedLabels } from './sorted-labels';
import { writeLabels } from './write-labels';

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
  const found = await unit.db
    .selectFrom('bookmarks')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (found === undefined) return null;
  const row = toBookmark(found);
  const wanted = given(typeof change === 'function' ? change(row) : change);
  if (Object.keys(wanted).length === 0) return row;
  return writeChange(unit, row, wanted, await takeChange(unit, userId, 1, row.updated + 1));
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
  const row = toBookmark(found);
  return writeChange(unit, row, {}, await takeChange(unit, row.userId, 1, row.updated + 1));
}

/** Writes `before` with `change`, at a place taken for it; the user is locked. */
export async function writeChange(
  unit: Unit,
  before: BookmarkRow,
  change: BookmarkChange,
  { seq, at }: ChangeNumber,
): Promise<BookmarkRow> {
  const labels = change.labels ? sortedLabels(change.labels) : before.labels;
  const row = bounded({ ...before, ...change, labels, updated: at });
  const { key, id, user_id, created, initial_url, initial_hash, ...columns } = toColumns(row);
  await unit.db.updateTable('bookmarks').set(columns).where('key', '=', key).execute();
  if (change.labels) await writeLabels(unit, row, before.labels);
  if (SEARCHED.some((field) => field in change)) await markUnindexed(unit, key);
  const { userId } = row;
  await recordEvent(unit, { userId, seq, bookmarkId: row.id, type: 'update', time: at });
  return row;
}
