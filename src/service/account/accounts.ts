import * as z from 'zod/mini';
import { capabilitiesOf, LEAFMARK_NAME, SCOPES, type Scope, versionText } from '../../contract';
import { isThisComputer } from '../../domain/private-address';
import { ok, type Result } from '../../domain/result';
import type { Client } from '../http/client';
import type { Connection } from '../http/connection';
import type { ServiceError } from '../http/service-error';
import { CREDENTIAL_KINDS, type Credential } from './credential';

const createAccount = () =>
  z.object({
    /** Assigned by Leafmark. */
    id: z.string().check(z.minLength(1)),
    /** The name of its library; null means the library that existed before the first sign-in. */
    library: z._default(z.nullable(z.string()), null),
    base: z.url({ protocol: /^https?$/ }),
    /** Empty after signing out. */
    token: z.string(),
    credential: z.enum(CREDENTIAL_KINDS),
    /** The token's id on the server; empty if the server does not report it. */
    tokenId: z._default(z.string(), ''),
    username: z.string(),
    /** The person's id on the server; absent if the server does not report it. */
    userId: z.optional(z.string()),
    /** Identifies the data of the server; absent if the server does not report it. */
    installation: z.optional(z.string()),
    /** The permissions as the server reports them; empty if it does not. */
    permissions: z._default(z.array(z.string()), []),
    scopes: z._default(z.array(z.string()), []),
    serverVersion: z._default(z.string(), ''),
    features: z._default(z.array(z.string()), []),
    extraHeaders: z._default(z.record(z.string(), z.string()), {}),
    /** Unix ms. */
    signedInAt: z.number(),
    /**
     * Unix ms when the server rejected the token or the user signed out; null while the token is
     * valid.
     */
    signedOutAt: z._default(z.nullable(z.number()), null),
  });

/**
 * An account as it is stored. It is never synced and never sent to a page, because
 * `token` and `extraHeaders` are secrets.
 */
export const Account = z.lazy(createAccount);
export type Account = z.output<typeof Account>;

/** The fields of an account that pages may know. */
export const AccountCard = z.lazy(() =>
  z.pick(createAccount(), {
    id: true,
    library: true,
    base: true,
    username: true,
    userId: true,
    installation: true,
    credential: true,
    permissions: true,
    serverVersion: true,
    signedInAt: true,
    signedOutAt: true,
  }),
);
export type AccountCard = z.output<typeof AccountCard>;

/**
 * A server that is read for an import. It is signed in to like an account, and has a library of its own
 * until the import ends.
 */
export const ImportSource = z.lazy(() =>
  z.object({
    account: z.extend(createAccount(), { library: z.string() }),
    /** The name of the library that gets its bookmarks. */
    into: z.nullable(z.string()),
  }),
);
export type ImportSource = z.output<typeof ImportSource>;

/** The fields of a source that pages may know. */
export const SourceCard = z.lazy(() =>
  z.object({ account: AccountCard, into: z.nullable(z.string()) }),
);
export type SourceCard = z.output<typeof SourceCard>;

/** The uses of a sign-in: for an account of its own, or for an import. */
export const SIGN_IN_USES = ['account', 'import'] as const;
export type SignInUse = (typeof SIGN_IN_USES)[number];

/** The scopes that Leafmark requests (spec section 5). An import only reads. */
export const wantedScopes = (use: SignInUse): readonly Scope[] =>
  SCOPES.filter((scope) => use === 'account' || scope !== 'bookmarks:write');

/** Returns the source of an import for a new sign-in. Only one server is read at a time. */
export function sourceOf(
  account: Account,
  before: ImportSource | null,
  into: string | null,
): ImportSource | null {
  if (before === null) return { account: { ...account, library: account.id }, into };
  const { id, library, base, username } = before.account;
  const isSame = base === account.base && username === account.username;
  return isSame ? { ...before, account: { ...account, id, library } } : null;
}

/** True if the server has the web app, and other devices can open its address. */
export const isOpenElsewhere = ({ serverVersion, base }: AccountCard): boolean =>
  serverVersion.startsWith(LEAFMARK_NAME) && !isThisComputer(base);

/** All accounts of this browser profile. */
export interface Accounts {
  /** null means the library without an account. */
  readonly active: string | null;
  readonly accounts: readonly Account[];
  /** Stored accounts that this version cannot parse, for example after a downgrade. */
  readonly unreadable: readonly unknown[];
}

export const NO_ACCOUNTS: Accounts = { active: null, accounts: [], unreadable: [] };

const Stored = z.object({
  active: z._default(z.nullable(z.string()), null),
  accounts: z.array(z.unknown()),
});

/** Parses the stored accounts. An account that cannot be parsed does not affect the others. */
export function readAccounts(stored: unknown): Accounts {
  const read = Stored.safeParse(stored);
  if (!read.success) return NO_ACCOUNTS;
  const accounts: Account[] = [];
  const unreadable: unknown[] = [];
  for (const one of read.data.accounts) {
    const account = Account.safeParse(one);
    if (account.success) accounts.push(account.data);
    else unreadable.push(one);
  }
  return { accounts, unreadable, active: known(accounts, read.data.active) };
}

/**
 * The stored form. Accounts that could not be parsed are written back unchanged for a version that
 * can.
 */
export const storedAccounts = ({ active, accounts, unreadable }: Accounts) => ({
  active,
  accounts: [...accounts, ...unreadable],
});

const known = (accounts: readonly Account[], id: string | null): string | null =>
  accounts.some((account) => account.id === id) ? id : null;

export const activeAccount = ({ active, accounts }: Accounts): Account | null =>
  accounts.find(({ id }) => id === active) ?? null;

/** Adds or replaces `account` by its id and makes it active. */
export const withAccount = <T extends Accounts>(kept: T, account: Account): T => ({
  ...kept,
  accounts: [...kept.accounts.filter(({ id }) => id !== account.id), account],
  active: account.id,
});

/** Signs out one account. It keeps its library, and stays active if it was. */
export const signedOut = <T extends Accounts>(kept: T, id: string, now: number): T => ({
  ...kept,
  accounts: kept.accounts.map((account) =>
    account.id === id ? { ...account, token: '', signedOutAt: now } : account,
  ),
});

/**
 * Removes one account. If it was active, the account that owns the first library becomes active, or
 * none. A library that belongs to an account is never shown without it.
 */
export function withoutAccount<T extends Accounts>(kept: T, id: string): T {
  const accounts = kept.accounts.filter((account) => account.id !== id);
  const ownsFirst = accounts.find(({ library }) => library === null);
  return { ...kept, accounts, active: kept.active === id ? (ownsFirst?.id ?? null) : kept.active };
}

/** The name of the active library; null means the first one. */
export const libraryInUse = (kept: Accounts): string | null => activeAccount(kept)?.library ?? null;

/**
 * Chooses the library of a new account: the first one, with everything saved before the first
 * sign-in, if no account owns it or may own it (`unreadable`); otherwise a new one. A database
 * cannot be renamed, and its content must not be copied.
 */
export function libraryForNew({ active, accounts, unreadable }: Accounts, id: string) {
  const isFree = unreadable.length === 0 && accounts.every(({ library }) => library !== null);
  return active === null && isFree ? null : id;
}

/**
 * Returns the accounts that the person of `account` had on its server before the server was set up
 * anew, the last one first. Somebody else who has got the name on the same server is not that person.
 */
export const formerAccounts = <T extends AccountCard>(
  { base, username, installation }: AccountCard,
  accounts: readonly T[],
): readonly T[] =>
  accounts
    .filter((one) => one.base === base && one.username === username)
    .filter((one) => installation && one.installation && one.installation !== installation)
    .toSorted((one, other) => other.signedInAt - one.signedInAt);

interface Opening {
  readonly connection: Connection;
  readonly credential: Credential;
  readonly accounts: Accounts;
  /** True if several people use this browser, so that a name does not tell them apart. */
  readonly isShared?: boolean | undefined;
  /** The id of the former account whose library is opened; null or absent: none. */
  readonly opens?: string | null | undefined;
  readonly newId: () => string;
  readonly now: number;
}

/**
 * Loads the account that a new credential belongs to: user, permissions and server. If the profile
 * cannot be read, the caller keeps the credential and retries (when `meaningOf` says `later`) or
 * revokes it. Signing in again as the same user on the same server keeps the account's id and
 * library. A server that was set up anew has other ids, so the name counts. If `isShared`, only the id
 * does, and a former account has to be chosen by `opens`.
 */
export async function openAccount(
  calls: Pick<Client, 'info' | 'profile'>,
  { connection, credential, accounts, isShared, opens, newId, now }: Opening,
): Promise<Result<Account, ServiceError>> {
  const read = await calls.profile.read();
  if (!read.ok) return read;
  const { user, provider } = read.value.body;
  const about = await calls.info.read();
  // Without the installation, a server that was set up anew would not be noticed.
  if (!about.ok && isShared) return about;
  const server = about.ok ? about.value.body : null;
  const { base, extraHeaders = {} } = connection;
  const { username, id: userId } = user;
  const isSame = (one: Account) =>
    isShared ? userId !== undefined && one.userId === userId : one.username === username;
  const known =
    accounts.accounts.find((one) => one.base === base && isSame(one)) ??
    accounts.accounts.find((one) => one.base === base && one.id === opens);
  const id = known?.id ?? newId();
  return ok({
    id,
    library: known ? known.library : libraryForNew(accounts, id),
    base,
    token: credential.token,
    credential: credential.kind,
    tokenId: credential.tokenId || provider.id,
    username,
    ...(userId !== undefined && { userId }),
    ...(server?.installation && { installation: server.installation }),
    permissions: provider.permissions,
    scopes: [...(credential.scopes ?? provider.roles)],
    serverVersion: server ? versionText(server.version) : '',
    features: server ? [...capabilitiesOf(server)] : [],
    extraHeaders: { ...extraHeaders },
    signedInAt: now,
    signedOutAt: null,
  });
}
