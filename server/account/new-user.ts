import { MAX_PASSWORD_LENGTH, MAX_USERNAME_LENGTH, type UserGroup } from '../../src/contract';
import { err, ok, type Result } from '../../src/domain/result';
import type { Server } from '../server';
import type { NewUser, Repositories, Storage, UserId, UserRow } from '../storage';
import { hashPassword, MIN_PASSWORD_LENGTH } from './password';
import { isSameSecret } from './secrets';
import { DEFAULT_USER_SETTINGS } from './user-settings';

export type NewUserError = {
  readonly kind:
    | 'no-name'
    | 'name-too-long'
    | 'bad-name'
    | 'name-taken'
    | 'password-too-short'
    | 'password-too-long';
};

/** A name that can be typed and used in an address, and that does not look like an e-mail address. */
const USER_NAME = /^[^\s@/\\<>"'\p{C}]+$/u;

/** Returns the reason for refusing `password`, or null. */
export function passwordProblem(password: string): NewUserError | null {
  if (password.length < MIN_PASSWORD_LENGTH) return { kind: 'password-too-short' };
  return password.length > MAX_PASSWORD_LENGTH ? { kind: 'password-too-long' } : null;
}

/** Returns the reason for refusing `name`, or null. */
export function nameProblem(name: string): NewUserError | null {
  if (name === '') return { kind: 'no-name' };
  if (name.length > MAX_USERNAME_LENGTH) return { kind: 'name-too-long' };
  return USER_NAME.test(name) ? null : { kind: 'bad-name' };
}

export interface UserRequest {
  readonly username: string;
  readonly password: string;
  readonly group: UserGroup;
}

/** Validates a new user and returns the row to store, with the default settings. */
async function prepareUser({
  username,
  password,
  group,
}: UserRequest): Promise<Result<NewUser, NewUserError>> {
  const problem = nameProblem(username) ?? passwordProblem(password);
  if (problem) return err(problem);
  const passwordHash = await hashPassword(password);
  return ok({ username, email: null, group, passwordHash, settings: DEFAULT_USER_SETTINGS });
}

/**
 * Changes a user's password and ends their sessions.
 * @param exceptSession the hash of a session that continues
 * @param revokesTokens true to delete all tokens of the user too, including those of apps
 */
export async function setPassword(
  storage: Pick<Storage, 'transaction'>,
  userId: UserId,
  password: string,
  { exceptSession, revokesTokens }: { exceptSession?: string; revokesTokens: boolean },
): Promise<void> {
  const passwordHash = await hashPassword(password);
  await storage.transaction(async ({ users, sessions, tokens }) => {
    await users.update(userId, { passwordHash });
    await sessions.deleteOfUser(userId, exceptSession);
    if (revokesTokens) await tokens.deleteOfUser(userId);
  });
}

/** Creates a user. */
export async function addUser(
  { users }: Pick<Repositories, 'users'>,
  request: UserRequest,
): Promise<Result<UserRow, NewUserError>> {
  const user = await prepareUser(request);
  if (!user.ok) return user;
  const made = await users.create(user.value);
  return made.ok ? made : err({ kind: 'name-taken' });
}

const SET_UP_SECRET = 'set-up';

/** Returns the token of the one-time set-up link, or null once there is a user. */
export async function setUpToken({ storage }: Pick<Server, 'storage'>): Promise<string | null> {
  return (await storage.users.count()) > 0 ? null : storage.secrets.obtain(SET_UP_SECRET);
}

/** Tells whether `token` is the token of the set-up link. */
export async function isSetUpToken(
  server: Pick<Server, 'storage'>,
  token: string,
): Promise<boolean> {
  const expected = await setUpToken(server);
  return expected !== null && isSameSecret(expected, token);
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
      // Of two requests at once, one finds the secret.
      const isFirst = await secrets.forget(SET_UP_SECRET);
      if (!isFirst || (await users.count()) > 0) return err({ kind: 'used' });
      const made = await users.create(user.value);
      return made.ok ? ok(made.value) : err({ kind: 'used' });
    },
  );
}
