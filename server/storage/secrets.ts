import { randomBytes } from 'node:crypto';
import type { Session } from './database-session';

/** Secrets of the server itself, the same in all of its processes. */
export interface SecretRepository {
  /** The secret of this name; made of 256 random bits when there is none yet. */
  obtain(name: string): Promise<string>;
  forget(name: string): Promise<void>;
}

const SECRET_BYTES = 32;

/** Secrets, in either database. */
export function createSecrets(session: Session): SecretRepository {
  const find = (db: Session['db'], name: string) =>
    db.selectFrom('secrets').select('value').where('name', '=', name);
  return {
    async obtain(name) {
      const known = await find(session.db, name).executeTakeFirst();
      if (known) return known.value;
      return session.write(async ({ db }) => {
        const value = randomBytes(SECRET_BYTES).toString('base64url');
        await db
          .insertInto('secrets')
          .values({ name, value })
          // Another process may have made it meanwhile: its is the one.
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        return (await find(db, name).executeTakeFirstOrThrow()).value;
      });
    },
    async forget(name) {
      await session.write(({ db }) => db.deleteFrom('secrets').where('name', '=', name).execute());
    },
  };
}
