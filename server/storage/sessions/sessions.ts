import { unixMs } from '../../../src/domain';
import type { Session } from '../session';
import { toUser } from '../users/users';
import type { SessionRepository } from './session-row';

/** Sessions of the pages, in either database. */
export function createSessions(session: Session): SessionRepository {
  const { now } = session;
  return {
    async create({ hash, userId, expires }) {
      const at = now();
      await session.write(({ db }) =>
        db
          .insertInto('sessions')
          .values({ hash, user_id: userId, created: at, last_used: at, expires })
          .execute(),
      );
      return { hash, userId, created: at, lastUsed: at, expires };
    },
    async find(hash) {
      const row = await session.db
        .selectFrom('sessions as s')
        .innerJoin('users as u', 'u.id', 's.user_id')
        .selectAll('u')
        .select(['s.created as started', 's.last_used', 's.expires'])
        .where('s.hash', '=', hash)
        .where('s.expires', '>', now())
        .where('u.is_enabled', '=', 1)
        .executeTakeFirst();
      if (row === undefined) return null;
      return {
        session: {
          hash,
          userId: row.id,
          created: unixMs(row.started),
          lastUsed: unixMs(row.last_used),
          expires: unixMs(row.expires),
        },
        user: toUser(row),
      };
    },
    async extend(hash, expires) {
      await session.write(({ db }) =>
        db
          .updateTable('sessions')
          .set({ last_used: now(), expires })
          .where('hash', '=', hash)
          .execute(),
      );
    },
    delete: (hash) =>
      session.write(async ({ db }) => {
        const { numDeletedRows } = await db
          .deleteFrom('sessions')
          .where('hash', '=', hash)
          .executeTakeFirst();
        return numDeletedRows > 0n;
      }),
    async deleteOfUser(userId, except) {
      await session.write(({ db }) =>
        db
          .deleteFrom('sessions')
          .where('user_id', '=', userId)
          .$if(except !== undefined, (query) => query.where('hash', '!=', except ?? ''))
          .execute(),
      );
    },
    async clear(before) {
      await session.write(({ db }) =>
        db.deleteFrom('sessions').where('expires', '<', before).execute(),
      );
    },
  };
}
