import { type BookmarkKey, ownerOf } from '../ids';
import type { Unit } from '../session';
import { slot, statement } from '../statement';

const mark = statement<never, [key: BookmarkKey, stamp: number]>((db) =>
  db
    .insertInto('unindexed')
    .values({ bookmark_key: slot<BookmarkKey>(0), stamp: slot<number>(1) })
    .onConflict((conflict) =>
      conflict.column('bookmark_key').doUpdateSet({ stamp: slot<number>(1) }),
    ),
);

/** Has the words of a bookmark written into the index, soon. */
export async function markUnindexed(unit: Unit, key: BookmarkKey): Promise<void> {
  // Not a count: a row that was settled and came again must not look like the one before.
  await mark(unit, key, Math.floor(Math.random() * Number.MAX_SAFE_INTEGER));
  await unit.announce({ kind: 'change', userId: ownerOf(key) });
}
