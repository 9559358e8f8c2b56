import { randomBytes } from 'node:crypto';
import type { Session } from './database-session';

/** Secrets of the server, shared by all of its processes. */
export interface SecretRepository {
  /** Returns the secret with this name. Creates 256 random bits when there is none. */
  obtain(name: string): Promise<string>;
  forget(name: string): Promise<void>;
}

const SECRET_BYTES = 32;

/** Creates the repository of secrets. */
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
          // Another process may have created it meanwhile. Its secret is used then.
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
