import { boundedNormalise } from '../../src/domain/bounded-normalise';
import { err, ok, type Result } from '../../src/domain/result';
import type { Server } from '../server';
import type { UserRow } from '../storage';
import { isPassword } from './password';
import {
  addressKey,
  createLimiter,
  KNOWN_ADDRESS,
  type Limit,
  SIGN_IN_BY_ACCOUNT,
  SIGN_IN_BY_ADDRESS,
  SIGN_IN_BY_KNOWN_ADDRESS,
} from './rate-limits';

export type SignInError =
  | { readonly kind: 'wrong' }
  /** There were too many tries, so the password was not checked. */
  | { readonly kind: 'too-often'; readonly waitMs: number };

/** One attempt to sign in. */
export interface PasswordTry {
  readonly clientAddress: string;
  readonly password: string;
  /** Finds the account. It is called only after the try was counted by address. */
  readonly find: () => Promise<TriedAccount>;
}

interface TriedAccount {
  /** The key for counting tries from unknown addresses. */
  readonly key: string;
  /** null when no user has this login. */
  readonly user: UserRow | null;
}

/** Finds the user with this name or e-mail address and checks the password. */
export async function signInWithPassword(
  server: Server,
  clientAddress: string,
  login: string,
  password: string,
): Promise<Result<UserRow, SignInError>> {
  const find = async () => ({
    key: boundedNormalise(login.trim(), 'NFKC').toLowerCase(),
    user: await server.storage.users.findByLogin(login.trim()),
  });
  return checkPassword(server, { clientAddress, password, find });
}

/**
 * Checks a password. Each try is counted by address before any work and by account before the
 * password is checked, so parallel requests can't exceed the limits. A correct password uncounts only
 * its own try. An address that signed in to the account before has a separate limit, so strangers
 * can't lock the owner out.
 */
export async function checkPassword(
  server: Server,
  { clientAddress, password, find }: PasswordTry,
): Promise<Result<UserRow, SignInError>> {
  const limiter = createLimiter(server);
  const addressWaits = await limiter.takeFrom(SIGN_IN_BY_ADDRESS, clientAddress);
  if (addressWaits !== null) return err({ kind: 'too-often', waitMs: addressWaits });
  const { key, user } = await find();
  const own = knownKey(user, addressKey(clientAddress));
  const isKnown = own !== null && (await limiter.look(KNOWN_ADDRESS, own)) !== null;
  const [limit, account]: readonly [Limit, string] = isKnown
    ? [SIGN_IN_BY_KNOWN_ADDRESS, own]
    : [SIGN_IN_BY_ACCOUNT, key];
  const accountWaits = await limiter.take(limit, account);
  if (accountWaits !== null) return err({ kind: 'too-often', waitMs: accountWaits });
  const isGood = await isPassword(password, user?.passwordHash ?? null);
  if (user === null || !user.isEnabled || !isGood) return err({ kind: 'wrong' });
  await limiter.giveBackTo(SIGN_IN_BY_ADDRESS, clientAddress);
  await limiter.giveBack(limit, account);
  await rememberAddress(server, clientAddress, user);
  return ok(user);
}

/** Remembers that `user` signed in from this address. */
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
