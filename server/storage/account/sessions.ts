import { type UnixMs, unixMs } from '../../../src/domain/time';
import type { Session } from '../database/session';
import { unlessFull } from '../database/unavailable';
import type { UserId } from '../schema/ids';
import type { Row } from '../schema/tables';
import { toUser, type UserRow } from './users';

/** A signed-in session of the pages. */
export type SessionRow = Row<'sessions'>;

/** Creates the repository of sessions. */
export function createSessions(session: Session) {
  const { now } = session;
  return {
    async create({
      hash,
      userId,
      expires,
    }: Pick<SessionRow, 'hash' | 'userId' | 'expires'>): Promise<SessionRow> {
      const at = now();
      await session.write(({ db }) =>
        db
          .insertInto('sessions')
          .values({ hash, user_id: userId, created: at, last_used: at, expires })
          .execute(),
      );
      return { hash, userId, created: at, lastUsed: at, expires };
    },
    /** Returns null when the session is unknown or expired, or when the user is disabled. */
    async find(hash: string): Promise<{ session: SessionRow; user: UserRow } | null> {
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
    /** Records a use and sets the new end. */
    async extend(hash: string, expires: UnixMs): Promise<void> {
      const used = { last_used: now(), expires };
      await unlessFull(
        session.write(({ db }) =>
          db.updateTable('sessions').set(used).where('hash', '=', hash).execute(),
        ),
      );
    },
    /** Ends a session, also one that has expired. Returns its user; null when there is none. */
    async end(hash: string): Promise<UserId | null> {
      const ended = session.db.selectFrom('sessions').select('user_id').where('hash', '=', hash);
      const row = await ended.executeTakeFirst();
      // Anybody may send a hash, so one that is unknown writes nothing.
      if (row === undefined) return null;
      await session.write(({ db }) => db.deleteFrom('sessions').where('hash', '=', hash).execute());
      return row.user_id;
    },
    /** Deletes all sessions of a user, except the session `except`. */
    async deleteOfUser(userId: UserId, except?: string): Promise<void> {
      await session.write(({ db }) =>
        db
          .deleteFrom('sessions')
          .where('user_id', '=', userId)
          .$if(except !== undefined, (query) => query.where('hash', '!=', except ?? ''))
          .execute(),
      );
    },
    /** Deletes rows that expired before `before`. */
    async clear(before: UnixMs): Promise<void> {
      await session.write(({ db }) =>
        db.deleteFrom('sessions').where('expires', '<', before).execute(),
      );
    },
  };
}
