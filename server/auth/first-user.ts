import { err, ok, type Result } from '../../src/domain';
import type { Server } from '../server';
import type { UserRow } from '../storage';
import { type NewUserError, prepareUser } from './new-user';
import { isSameSecret } from './secrets';

const SECRET = 'set-up';

/** Returns the token of the one-time set-up link, or null once there is a user. */
export async function setUpToken({ storage }: Pick<Server, 'storage'>): Promise<string | null> {
  return (await storage.users.count()) > 0 ? null : storage.secrets.obtain(SECRET);
}

/** Tells whether `token` is the token of the set-up link. */
export async function opensSetUp(server: Pick<Server, 'storage'>, token: string): Promise<boolean> {
  const wanted = await setUpToken(server);
  return wanted !== null && isSameSecret(wanted, token);
}

export type FirstUserError = NewUserError | { readonly kind: 'used' };

/** Creates the first user, an administrator. The set-up link no longer works afterwards. */
export async function addFirstUser(
  { storage }: Pick<Server, 'storage'>,
  username: string,
  password: string,
): Promise<Result<UserRow, FirstUserError>> {
  const user = await prepareUser({ username, password, group: 'admin' });
  if (!user.ok) return user;
  return storage.transaction(
    async ({ users, secrets }): Promise<Result<UserRow, FirstUserError>> => {
      if ((await users.count()) > 0) return err({ kind: 'used' });
      const made = await users.create(user.value);
      await secrets.forget(SECRET);
      return made.ok ? ok(made.value) : err({ kind: 'used' });
    },
  );
}
