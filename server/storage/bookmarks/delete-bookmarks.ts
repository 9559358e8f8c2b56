import { lockUser, type Session, type Unit } from '../database/session';
import { recordEvent } from '../events/events';
import type { UserId } from '../schema/ids';
import { takeChange } from './change-number';

/** The most deletions in one transaction of `deleteDue`. */
const DUE_AT_ONCE = 100;

/** Deletes bookmarks of one user with all their data. Returns their number. */
export async function deleteBookmarks(
  unit: Unit,
  userId: UserId,
  ids: readonly string[],
): Promise<number> {
  const { db, engine } = unit;
  await lockUser(unit, userId);
  const found = await db
    .selectFrom('bookmarks')
    .select(['key', 'id', 'updated'])
    .where('user_id', '=', userId)
    .where(engine.isAmong('id', ids))
    .execute();
  if (found.length === 0) return 0;
  const keys = found.map(({ key }) => key);
  const newest = Math.max(...found.map(({ updated }) => updated));
  const { seq, at } = await takeChange(unit, userId, found.length, newest + 1);
  // The indexer locks these rows first. Another order could deadlock with it.
  await db.deleteFrom('unindexed').where(engine.isAmong('bookmark_key', keys)).execute();
  await engine.words.remove(db, keys);
  await db.deleteFrom('bookmarks').where(engine.isAmong('key', keys)).execute();
  await db
    .updateTable('users')
    .set((eb) => ({ bookmark_count: eb('bookmark_count', '-', found.length) }))
    .where('id', '=', userId)
    .execute();
  const first = seq - found.length + 1;
  for (const [index, { id }] of found.entries()) {
    await db
      .insertInto('tombstones')
      .values({ user_id: userId, id, deleted_at: at })
      .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet({ deleted_at: at }))
      .execute();
    await recordEvent(unit, {
      userId,
      seq: first + index,
      bookmarkId: id,
      type: 'delete',
      time: at,
    });
  }
  return found.length;
}

/** Deletes a batch of bookmarks that are due. Returns their number. Writes nothing when none is. */
export async function deleteDue({ db, now, write }: Session): Promise<number> {
  const due = await db
    .selectFrom('bookmarks')
    .select(['user_id', 'id'])
    .where('delete_at', '<=', now())
    .orderBy('user_id')
    .limit(DUE_AT_ONCE)
    .execute();
  if (due.length === 0) return 0;
  const byUser = Map.groupBy(due, ({ user_id }) => user_id);
  return write(async (unit) => {
    let deleted = 0;
    for (const [userId, rows] of byUser) {
      const ids = rows.map(({ id }) => id);
      deleted += await deleteBookmarks(unit, userId, await stillDue(unit, userId, ids));
    }
    return deleted;
  });
}

/** Returns the `ids` that are still due after the user was locked. */
async function stillDue(unit: Unit, userId: UserId, ids: readonly string[]) {
  await lockUser(unit, userId);
  const due = await unit.db
    .selectFrom('bookmarks')
    .select('id')
    .where(unit.engine.isAmong('id', ids))
    .where('delete_at', '<=', unit.now())
    .execute();
  return due.map(({ id }) => id);
}
