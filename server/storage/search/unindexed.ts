import { sql } from 'kysely';
import type { Unit } from '../database/session';
import { slot, statement } from '../database/statement';
import { type BookmarkKey, ownerOf } from '../schema/ids';
import type { Tables } from '../schema/tables';

/** The columns of a bookmark whose words are in the index. */
export const INDEXED_COLUMNS = [
  'title',
  'description',
  'site',
  'site_name',
  'authors',
  'labels',
  'note',
] as const satisfies readonly (keyof Tables['bookmarks'])[];

const mark = statement<never, [key: BookmarkKey, stamp: number]>((db) =>
  db
    .insertInto('unindexed')
    .values({ bookmark_key: slot<BookmarkKey>(0), stamp: slot<number>(1) })
    .onConflict((conflict) =>
      conflict.column('bookmark_key').doUpdateSet({ stamp: slot<number>(1) }),
    ),
);

/**
 * Creates a random stamp for each change. With a counter, a row that is deleted and inserted again
 * could have an old stamp.
 */
const newStamp = () => Math.floor(Math.random() * Number.MAX_SAFE_INTEGER);

/** Queues a bookmark for indexing. */
export async function markUnindexed(unit: Unit, key: BookmarkKey): Promise<void> {
  await mark(unit, key, newStamp());
  await unit.announce({ kind: 'change', userId: ownerOf(key) });
}

/** Queues many existing bookmarks for indexing, without a notification. */
export async function markAllUnindexed(
  { db, engine }: Unit,
  keys: readonly BookmarkKey[],
): Promise<void> {
  const stamp = newStamp();
  await db
    .insertInto('unindexed')
    .columns(['bookmark_key', 'stamp'])
    .expression(
      db
        .selectFrom('bookmarks')
        .select(['key', sql.val(stamp).as('stamp')])
        .where(engine.isAmong('key', keys)),
    )
    .onConflict((conflict) => conflict.column('bookmark_key').doUpdateSet({ stamp }))
    .execute();
}
