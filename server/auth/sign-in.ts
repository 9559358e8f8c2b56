import { err, ok, type Result } from '../../src/domain';
import type { Server } from '../server';
import type { UserRow } from '../storage';
import {
  addressKey,
  createLimiter,
  KNOWN_ADDRESS,
  type Limit,
  SIGN_IN_BY_ACCOUNT,
  SIGN_IN_BY_ADDRESS,
  SIGN_IN_BY_KNOWN_ADDRESS,
} from './limits';
import { isPassword } from './password';

export type SignInError =
  | { readonly kind: 'wrong' }
  /** The password was not looked at: there were too many tries. */
  | { readonly kind: 'too-often'; readonly waitMs: number };

/** A password that somebody typed. */
export interface PasswordTry {
  readonly clientAddress: string;
  /** What the tries of strangers are counted by. */
  readonly account: string;
  /** Whose password it should be; null when there is no such user. */
  readonly user: UserRow | null;
  readonly password: string;
}

/** The user with this name (or e-mail address) and password. */
export async function signInWithPassword(
  server: Server,
  clientAddress: string,
  login: string,
  password: string,
): Promise<Result<UserRow, SignInError>> {
  const account = login.trim().normalize('NFKC').toLowerCase();
  const user = await server.storage.users.findByLogin(login.trim());
  return checkPassword(server, { clientAddress, account, user, password });
}

/**
 * Checks a password. Every try is counted by address and by account, whichever process it comes to,
 * before the password is looked at, so that many at once are not more than many. A good password
 * takes back its own try and no other. An address that signed in to the account before has tries of
 * its own there, so that strangers can't lock the owner out.
 */
export async function checkPassword(
  server: Server,
  { clientAddress, account, user, password }: PasswordTry,
): Promise<Result<UserRow, SignInError>> {
  const limiter = createLimiter(server);
  const address = addressKey(clientAddress);
  const own = knownKey(user, address);
  const isKnown = own !== null && (await limiter.look(KNOWN_ADDRESS, own)) !== null;
  const counted: readonly (readonly [Limit, string])[] = [
    [SIGN_IN_BY_ADDRESS, address],
    isKnown ? [SIGN_IN_BY_KNOWN_ADDRESS, own] : [SIGN_IN_BY_ACCOUNT, account],
  ];
  for (const [limit, key] of counted) {
    const waitMs = await limiter.take(limit, key);
    if (waitMs !== null) return err({ kind: 'too-often', waitMs });
  }
  const isGood = await isPassword(password, user?.passwordHash ?? null);
  if (user === null || !user.isEnabled || !isGood) return err({ kind: 'wrong' });
  for (const [limit, key] of counted) await limiter.giveBack(limit, key);
  await rememberAddress(server, clientAddress, user);
  return ok(user);
}

/** Notes that `user` signed in from this address. */
export async function rememberAddress(
  server: Server,
  clientAddress: string,
  user: UserRow,
): Promise<void> {
  const key = knownKey(user, addressKey(clientAddress));
  if (key !== null) await createLimiter(server).renew(KNOWN_ADDRESS, key);
}

const knownKey = (user: UserRow | null, address: string): string | null =>
  user && `${user.id} ${address}`;
