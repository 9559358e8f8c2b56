import type { UserId } from './ids';
import type { Unit } from './session';

/**
 * Makes other writers of this user's things wait until the transaction ends. Taken before any of
 * the rows themselves, so that no two transactions wait for one another; on SQLite there is one
 * writer anyway.
 */
export async function lockUser({ db, engine }: Unit, userId: UserId): Promise<void> {
  if (!engine.locksRows) return;
  await db.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
}
