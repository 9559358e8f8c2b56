import { err, ok, type Result } from '../../src/domain';
import type { Server } from '../server';
import type { UserRow } from '../storage';
import { addressKey, createLimiter, SIGN_IN_BY_ACCOUNT, SIGN_IN_BY_ADDRESS } from './limits';
import { isPassword } from './password';

export type SignInError =
  | { readonly kind: 'wrong' }
  /** Not looked at: there were too many tries. */
  | { readonly kind: 'too-often'; readonly waitMs: number };

/**
 * The user with this name (or e-mail address) and password. Tries are counted by address and by
 * account, whichever process they come to, before the password is looked at; a good one forgets
 * those of the account.
 */
export async function signInWithPassword(
  server: Server,
  clientAddress: string,
  login: string,
  password: string,
): Promise<Result<UserRow, SignInError>> {
  const limiter = createLimiter(server);
  const address = addressKey(clientAddress);
  const account = login.trim().normalize('NFKC').toLowerCase();
  const waitMs =
    (await limiter.take(SIGN_IN_BY_ADDRESS, address)) ??
    (await limiter.take(SIGN_IN_BY_ACCOUNT, account));
  if (waitMs !== null) return err({ kind: 'too-often', waitMs });
  const user = await server.storage.users.findByLogin(login.trim());
  const isGood = await isPassword(password, user?.passwordHash ?? null);
  if (user === null || !isGood) return err({ kind: 'wrong' });
  await limiter.forget(SIGN_IN_BY_ACCOUNT, account);
  await limiter.forget(SIGN_IN_BY_ADDRESS, address);
  return ok(user);
}
