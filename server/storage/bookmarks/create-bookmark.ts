import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import { unixMs } from '../../../src/domain';
import { recordEvent } from '../events/record-event';
import { bookmarkKey, newShortId, type UserId } from '../ids';
import { insertStatement } from '../insert-statement';
import { given } from '../rows';
import type { BookmarkTable } from '../schema/bookmark-tables';
import { markUnindexed } from '../search/unindexed';
import type { Unit } from '../session';
import { slot, statement } from '../statement';
import type { BookmarkRow, NewBookmark } from './bookmark';
import { takeChange } from './change-number';
import { bounded, EMPTY, toColumns } from './columns';
import { sortedLabels } from './sorted-labels';
import { writeLabels } from './write-labels';

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

const insert = insertStatement<Insertable<BookmarkTable>>('bookmarks');

/** Writes a bookmark with its labels and its event. */
export async function createBookmark(
  unit: Unit,
  userId: UserId,
  { id = newShortId(), created, initialUrl, ...bookmark }: NewBookmark,
): Promise<BookmarkRow> {
  const { seq, at } = await takeChange(unit, userId);
  const [taken] = await takeNumber(unit, userId);
  const row = bounded({
    ...EMPTY,
    ...given(bookmark),
    url: bookmark.url,
    key: bookmarkKey(userId, taken?.last_bookmark ?? 0),
    id,
    userId,
    initialUrl: initialUrl ?? bookmark.url,
    created: unixMs(created ?? at),
    updated: at,
    labels: sortedLabels(bookmark.labels ?? []),
  });
  await insert(unit, toColumns(row));
  await writeLabels(unit, row, []);
  await markUnindexed(unit, row.key);
  await recordEvent(unit, { userId, seq, bookmarkId: id, type: 'update', time: at });
  return row;
}
