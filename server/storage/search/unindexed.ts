import { sql } from 'kysely';
import type { BookmarkKey } from '../ids';
import type { Unit } from '../session';
import { slot, statement } from '../statement';

const mark = statement<never, [key: BookmarkKey]>((db) =>
  db
    .insertInto('unindexed')
    .values({ bookmark_key: slot<BookmarkKey>(0), version: 1 })
    .onConflict((conflict) =>
      conflict.column('bookmark_key').doUpdateSet({ version: sql<number>`unindexed.version + 1` }),
    ),
);

/** Has the words of a bookmark written into the index, later. */
export async function markUnindexed(unit: Unit, key: BookmarkKey): Promise<void> {
  await mark(unit, key);
}
