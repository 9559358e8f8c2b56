import { type UnixMs, unixMs } from '../../src/domain';
import type { Session } from './database-session';
import type { UserId } from './ids';
import { toUser, type UserRow } from './users';

/** A signed-in session of the pages. */
export interface SessionRow {
  /** The hash of the cookie's value, which itself is not stored. */
  readonly hash: string;
  readonly userId: UserId;
  readonly created: UnixMs;
  readonly lastUsed: UnixMs;
  readonly expires: UnixMs;
}

export interface SessionRepository {
  create(session: Pick<SessionRow, 'hash' | 'userId' | 'expires'>): Promise<SessionRow>;
  /** Returns null when the session is unknown or expired, or when the user is disabled. */
  find(hash: string): Promise<{ session: SessionRow; user: UserRow } | null>;
  /** Records a use and sets the new end. */
  extend(hash: string, expires: UnixMs): Promise<void>;
  delete(hash: string): Promise<boolean>;
  /** Deletes all sessions of a user, except the session `except`. */
  deleteOfUser(userId: UserId, except?: string): Promise<void>;
  /** Deletes rows that expired before `before`. */
  clear(before: UnixMs): Promise<void>;
}

/** Creates the repository of sessions. */
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
