import { err, ok, type Result } from '../../src/domain/result';
import { answerAfterConflict } from '../http/exchange';
import type { Server } from '../server';
import type { IdentityRow, UserRow } from '../storage';
import { nameProblem } from './new-user';
import { DEFAULT_USER_SETTINGS } from './user-settings';

/** A person as a provider, or a proxy in front of this server, describes them. */
export interface Claims extends Pick<IdentityRow, 'issuer' | 'subject'> {
  /** null when it says none. Some providers have an e-mail address here. */
  readonly username: string | null;
  /** null unless the provider has verified it. */
  readonly email: string | null;
  readonly groups: readonly string[];
}

/** The reason why somebody who has signed in elsewhere gets no session here. */
export type IdentityProblem =
  | 'not-allowed'
  | 'disabled'
  /** The account was removed, and does not come back by itself. */
  | 'removed'
  | 'no-account'
  /** There is no account at all, and the first one has to be an administrator's. */
  | 'no-first-account'
  | 'no-name'
  | 'name-taken';

/** The longest subject of OpenID Connect (OpenID Connect Core 1.0, section 2). */
export const MAX_IDENTITY_SUBJECT_LENGTH = 255;
/** The part of a list of groups that is read, and the longest name in it. */
const MAX_GROUPS_READ = 1000;
const MAX_GROUP_LENGTH = 256;

/** Reads the groups of a claim, which may be one name. What is too long is left out. */
export const groupsIn = (claim: unknown): readonly string[] =>
  [claim]
    .flat()
    .slice(0, MAX_GROUPS_READ)
    .filter((name) => typeof name === 'string')
    .filter((name) => name.length <= MAX_GROUP_LENGTH);

const isAmong = (claims: Claims, groups: readonly string[]) =>
  claims.groups.some((group) => groups.includes(group));

const isAllowed = ({ config }: Server, claims: Claims): boolean => {
  const { groups } = config.singleSignOn;
  return groups.length === 0 || isAmong(claims, groups);
};

const roleOf = ({ config }: Server, claims: Claims) =>
  isAmong(claims, config.singleSignOn.adminGroups) ? 'admin' : 'user';

/**
 * Finds the user of an identity, or creates one if the rules allow it. An equal name or e-mail address
 * alone gives nobody an account that exists.
 */
export async function userOf(
  server: Server,
  claims: Claims,
): Promise<Result<UserRow, IdentityProblem>> {
  if (!isAllowed(server, claims)) return err('not-allowed');
  const find = () => findOrCreate(server, claims);
  // Of two browsers that sign in for the first time, the second one finds the account of the first.
  const found = await answerAfterConflict(find, find);
  if (!found.ok) return found;
  if (!found.value.isEnabled) return err('disabled');
  await server.storage.identities.touch(claims);
  const role = roleOf(server, claims);
  const isKept = server.config.singleSignOn.adminGroups.length === 0 || found.value.group === role;
  if (isKept) return found;
  const updated = await server.storage.users.update(found.value.id, { group: role });
  return updated?.ok ? ok(updated.value) : err('removed');
}

async function findOrCreate(
  server: Server,
  claims: Claims,
): Promise<Result<UserRow, IdentityProblem>> {
  const { storage, config } = server;
  const known = await boundUser(server, claims);
  if (known !== null) return known;
  const { username } = claims;
  const { canSignUp, linksByName } = config.singleSignOn;
  if (linksByName && username !== null) {
    const named = await storage.users.findByLogin(username);
    const isNamed = named?.username.toLowerCase() === username.toLowerCase();
    // A provider may give the name of somebody who has left to another person.
    if (named && isNamed && !(await isBound(server, named, claims.issuer))) {
      if ((await storage.identities.bind(claims, named.id)) === 'bound') return ok(named);
    }
  }
  if (!canSignUp) return err('no-account');
  // A user name has no @.
  const name = username?.split('@', 1)[0] ?? '';
  if (nameProblem(name)) return err('no-name');
  const isFirst = (await storage.users.count()) === 0;
  if (isFirst && roleOf(server, claims) !== 'admin') return err('no-first-account');
  const made = await createUser(server, claims, name);
  // Another browser of the same person may have been first.
  return made ?? (await boundUser(server, claims)) ?? err('name-taken');
}

const isBound = async ({ storage }: Server, { id }: UserRow, issuer: string): Promise<boolean> =>
  (await storage.identities.list(id)).some((identity) => identity.issuer === issuer);

/** Finds the user to whom an identity is bound; null when it was never seen. */
async function boundUser(
  { storage }: Server,
  claims: Claims,
): Promise<Result<UserRow, IdentityProblem> | null> {
  const identity = await storage.identities.find(claims);
  if (identity === null) return null;
  const user = identity.userId === null ? null : await storage.users.find(identity.userId);
  return user === null ? err('removed') : ok(user);
}

/** Creates a user without a password. null when the name is taken. */
async function createUser(
  server: Server,
  claims: Claims,
  username: string,
): Promise<Result<UserRow, IdentityProblem> | null> {
  const user = {
    username,
    group: roleOf(server, claims),
    passwordHash: null,
    settings: DEFAULT_USER_SETTINGS,
  } as const;
  return server.storage.transaction(async ({ users, identities }) => {
    let made = await users.create({ ...user, email: claims.email });
    // The address stays with the user who has it.
    if (!made.ok && made.error.kind === 'email-taken')
      made = await users.create({ ...user, email: null });
    if (!made.ok) return null;
    await identities.bind(claims, made.value.id);
    return made;
  });
}

export type LinkProblem = 'not-allowed' | 'taken' | 'too-many';

/** Binds an identity to a user who is signed in and has asked for it. */
export async function linkIdentity(
  server: Server,
  user: UserRow,
  claims: Claims,
): Promise<Result<null, LinkProblem>> {
  if (!isAllowed(server, claims)) return err('not-allowed');
  const bound = await server.storage.identities.bind(claims, user.id);
  return bound === 'bound' ? ok(null) : err(bound);
}
