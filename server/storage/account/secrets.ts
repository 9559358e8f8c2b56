import { randomBytes } from 'node:crypto';
import { deletesAny } from '../database/rows';
import type { Session } from '../database/session';
import { WriteConflict } from '../database/unavailable';

const SECRET_BYTES = 32;

/** Creates the repository of the server's secrets, which all of its processes share. */
export function createSecrets(session: Session) {
  const find = (db: Session['db'], name: string) =>
    db.selectFrom('secrets').select('value').where('name', '=', name);
  return {
    /** Returns the secret with this name. Creates 256 random bits when there is none. */
    async obtain(name: string): Promise<string> {
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
        const kept = await find(db, name).executeTakeFirst();
        if (kept === undefined) throw new WriteConflict(new Error('Another process forgot it'));
        return kept.value;
      });
    },
    /** Returns false when there is none. */
    forget: (name: string) =>
      session.write(({ db }) => deletesAny(db.deleteFrom('secrets').where('name', '=', name))),
  };
}
