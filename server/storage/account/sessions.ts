import { type UnixMs, unixMs } from '../../../src/domain/time';
import type { Session } from '../database/session';
import { unlessFull } from '../database/unavailable';
import type { UserId } from '../schema/ids';
import type { Row } from '../schema/tables';
import { toUser, type UserRow } from './users';

/** A signed-in session of the pages. */
export type SessionRow = Row<'sessions'>;

/** `issuer` is null by default. */
type NewSession = Pick<SessionRow, 'hash' | 'userId' | 'expires'> &
  Partial<Pick<SessionRow, 'issuer'>>;

/** Creates the repository of sessions. */
export function createSessions(session: Session) {
  const { now } = session;
  return {
    async create({ hash, userId, expires, issuer = null }: NewSession): Promise<SessionRow> {
      const at = now();
      await session.write(({ db }) =>
        db
          .insertInto('sessions')
          .values({ hash, user_id: userId, created: at, last_used: at, expires, issuer })
          .execute(),
      );
      return { hash, userId, created: at, lastUsed: at, expires, issuer };
    },
    /** Returns null when the session is unknown or expired, or when the user is disabled. */
    async find(hash: string): Promise<{ session: SessionRow; user: UserRow } | null> {
      const row = await session.db
        .selectFrom('sessions as s')
        .innerJoin('users as u', 'u.id', 's.user_id')
        .selectAll('u')
        .select(['s.created as started', 's.last_used', 's.expires', 's.issuer'])
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
          issuer: row.issuer,
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
    /** Ends a session, also one that has expired. Returns it; null when there is none. */
    async end(hash: string): Promise<Pick<SessionRow, 'userId' | 'issuer'> | null> {
      const ended = session.db.selectFrom('sessions').select(['user_id', 'issuer']);
      const row = await ended.where('hash', '=', hash).executeTakeFirst();
      // Anybody may send a hash, so one that is unknown writes nothing.
      if (row === undefined) return null;
      await session.write(({ db }) => db.deleteFrom('sessions').where('hash', '=', hash).execute());
      return { userId: row.user_id, issuer: row.issuer };
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
