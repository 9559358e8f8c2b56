import { sql } from 'kysely';
import { type UnixMs, unixMs } from '../../../src/domain';
import type { BookmarkKey, UserId } from '../ids';
import type { Session } from '../session';
import type { SyncChange } from './bookmark-repository';
import { choose, conditionsOf } from './choose';
import type { BookmarkSearch } from './wanted';

interface Question {
  readonly since: UnixMs | null;
  readonly wanted: BookmarkSearch;
  readonly isWhole: boolean;
}

/** What was changed or deleted since a moment, newest first (protocol.md section 11). */
export async function changedSince(
  session: Session,
  userId: UserId,
  { since, wanted, isWhole }: Question,
): Promise<readonly SyncChange[]> {
  if (since === null) {
    const rows = await choose(session, userId, wanted)
      .select(['id', 'updated as time'])
      .orderBy('updated', 'desc')
      .orderBy('key', 'desc')
      .execute();
    return rows.map(({ id, time }) => ({ id, time: unixMs(time), type: 'update' }));
  }
  const conditions = conditionsOf(session, userId, wanted);
  const isChosen =
    conditions.length === 0
      ? sql<number>`1`
      : sql<number>`case when ${sql.join(conditions, sql` and `)} then 1 else 0 end`;
  const bookmarks = session.db
    .selectFrom('bookmarks')
    .select(['id', 'updated as time', 'key', isChosen.as('is_chosen')])
    .where('user_id', '=', userId)
    .$if(!isWhole, (query) => query.where('updated', '>=', since));
  const deletions = session.db
    .selectFrom('tombstones')
    .select(['id', 'deleted_at as time'])
    .select([sql<BookmarkKey>`0`.as('key'), sql<number>`0`.as('is_chosen')])
    .where('user_id', '=', userId)
    .where('deleted_at', '>=', since);
  // One statement, one moment: of two, the later one could tell of a change after one that neither
  // tells of, and whoever goes on from its time would never hear of that.
  const rows = await bookmarks
    .unionAll(deletions)
    .orderBy('time', 'desc')
    .orderBy('key', 'desc')
    .execute();
  return rows.map(({ id, time, is_chosen }) => ({
    id,
    time: unixMs(time),
    type: is_chosen === 1 ? 'update' : 'delete',
  }));
}
