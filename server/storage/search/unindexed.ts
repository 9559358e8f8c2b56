import { sql } from 'kysely';
import type { Unit } from '../database-session';
import { type BookmarkKey, ownerOf } from '../ids';
import { slot, statement } from '../statement';

const mark = statement<never, [key: BookmarkKey, stamp: number]>((db) =>
  db
    .insertInto('unindexed')
    .values({ bookmark_key: slot<BookmarkKey>(0), stamp: slot<number>(1) })
    .onConflict((conflict) =>
      conflict.column('bookmark_key').doUpdateSet({ stamp: slot<number>(1) }),
    ),
);

/** Another with each change. Not a count: a row that was settled and came again must not look like the one before. */
const newStamp = () => Math.floor(Math.random() * Number.MAX_SAFE_INTEGER);

/** Has the words of a bookmark written into the index, soon. */
export async function markUnindexed(unit: Unit, key: BookmarkKey): Promise<void> {
  await mark(unit, key, newStamp());
  await unit.announce({ kind: 'change', userId: ownerOf(key) });
}

/** As `markUnindexed`, of many that are there, without telling of it. */
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
