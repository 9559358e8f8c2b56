import { unixMs } from '../../../src/domain';
import type { NewsDesk } from '../news';
import type { Session } from '../session';
import type { EventRepository } from './event';

/** The feed of changes, in either database. */
export function createEvents(
  { db, write }: Session,
  desk: Pick<NewsDesk, 'subscribe'>,
): EventRepository {
  return {
    async after(userId, seq, limit) {
      const rows = await db
        .selectFrom('events')
        .selectAll()
        .where('user_id', '=', userId)
        .where('seq', '>', seq)
        .orderBy('seq')
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        userId: row.user_id,
        seq: row.seq,
        bookmarkId: row.bookmark_id,
        type: row.type === 'delete' ? 'delete' : 'update',
        time: unixMs(row.time),
      }));
    },
    async latest(userId) {
      const { seq } = await db
        .selectFrom('events')
        .select(({ fn }) => fn.max('seq').as('seq'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      // Nothing has no greatest.
      return seq ?? 0;
    },
    async reaches(userId, seq) {
      const here = await db
        .selectFrom('events')
        .select('seq')
        .where('user_id', '=', userId)
        .where('seq', '=', seq)
        .executeTakeFirst();
      if (here) return true;
      if (seq > 0) return false;
      // From the very start: only if nothing was forgotten yet.
      const user = await db
        .selectFrom('users')
        .select('last_bookmark')
        .where('id', '=', userId)
        .executeTakeFirst();
      return user?.last_bookmark === 0;
    },
    listen: (listener) => desk.subscribe(listener),
    async prune(before) {
      await write((unit) =>
        unit.db
          .deleteFrom('events')
          .where('time', '<', before)
          .where(({ eb, selectFrom }) =>
            eb(
              'seq',
              '<',
              selectFrom('events as newer')
                .select(({ fn }) => fn.max('newer.seq').as('seq'))
                .whereRef('newer.user_id', '=', 'events.user_id'),
            ),
          )
          .execute(),
      );
    },
  };
}
