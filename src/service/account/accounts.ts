import * as z from 'zod/mini';
import { versionText } from '../../contract';
import { ok, type Result } from '../../domain';
import type { Client } from '../http/client';
import type { Connection } from '../http/connection';
import type { ServiceError } from '../http/service-error';
import { CREDENTIAL_KINDS, type Credential } from './credential';
/**
 * Somebody who is signed in, as it is kept in `storage.local`: never synced, never sent to a page.
 * `token` and `extraHeaders` are secrets.
 */
export const Account = z.object({
  /** Ours. */
  id: z.string().check(z.minLength(1)),
  /** The name of its library; null: the one that was there before anybody signed in. */
  library: z._default(z.nullable(z.string()), null),
  base: z.url({ protocol: /^https?$/ }),
  /** Empty once it is signed out. */
  token: z.string(),
  credential: z.enum(CREDENTIAL_KINDS),
  /** The token's id on the server; empty when it does not say. */
  tokenId: z._default(z.string(), ''),
  username: z.string(),
  /** What the token may do, in the server's words; empty when it does not say. */
  permissions: z._default(z.array(z.string()), []),
  scopes: z._default(z.array(z.string()), []),
  serverVersion: z._default(z.string(), ''),
  features: z._default(z.array(z.string()), []),
  extraHeaders: z._default(z.record(z.string(), z.string()), {}),
  /** Unix ms. */
  signedInAt: z.number(),
  /** When the server said that the token is not good any more: Unix ms; null while it is. */
  signedOutAt: z._default(z.nullable(z.number()), null),
});
export type Account = z.output<typeof Account>;

/** What a page may know of an account. */
export type AccountCard = Pick<
  Account,
  | 'id'
  | 'library'
  | 'base'
  | 'username'
  | 'credential'
  | 'serverVersion'
  | 'signedInAt'
  | 'signedOutAt'
>;

export const cardOf = ({
  id,
  library,
  base,
  username,
  credential,
  serverVersion,
  ...rest
}: Account): AccountCard => ({
  id,
  library,
  base,
  username,
  credential,
  serverVersion,
  signedInAt: rest.signedInAt,
  signedOutAt: rest.signedOutAt,
});

/** All accounts of this browser, and which is in use. */
export interface Accounts {
  /** null: the library without an account. */
  readonly active: string | null;
  readonly accounts: readonly Account[];
  /** What was stored among them and can't be read, as after a step back to an older version. */
  readonly unreadable: readonly unknown[];
}

export const NO_ACCOUNTS: Accounts = { active: null, accounts: [], unreadable: [] };

const Stored = z.object({
  active: z._default(z.nullable(z.string()), null),
  accounts: z.array(z.unknown()),
});

/** What was stored, read again: an account that can't be read does not cost the others. */
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

/** As it is stored: what could not be read stays as it was, for a version that can. */
export const storedAccounts = ({ active, accounts, unreadable }: Accounts) => ({
  active,
  accounts: [...accounts, ...unreadable],
});

const known = (accounts: readonly Account[], id: string | null): string | null =>
  accounts.some((account) => account.id === id) ? id : null;

export const activeAccount = ({ active, accounts }: Accounts): Account | null =>
  accounts.find(({ id }) => id === active) ?? null;

/** The account of the same person on the same server: signing in again goes on with its library. */
export const sameAccount = (
  { accounts }: Accounts,
  { base, username }: Pick<Account, 'base' | 'username'>,
): Account | null =>
  accounts.find((account) => account.base === base && account.username === username) ?? null;

/** With `account`, in the place of the one with its id, and in use. */
export const withAccount = ({ accounts, unreadable }: Accounts, account: Account): Accounts => ({
  unreadable,
  accounts: [...accounts.filter(({ id }) => id !== account.id), account],
  active: account.id,
});

/** With one account signed out: it is kept with its library, and stays in use if it was. */
export const signedOut = (kept: Accounts, id: string, now: number): Accounts => ({
  ...kept,
  accounts: kept.accounts.map((account) =>
    account.id === id ? { ...account, token: '', signedOutAt: now } : account,
  ),
});

/**
 * Without one account. If it was in use, that is now whose the first library is, or nobody: a
 * library that is somebody's is never shown without its account.
 */
export function withoutAccount({ accounts, active, ...rest }: Accounts, id: string): Accounts {
  const left = accounts.filter((account) => account.id !== id);
  const ownsFirst = left.find(({ library }) => library === null);
  return { ...rest, accounts: left, active: active === id ? (ownsFirst?.id ?? null) : active };
}

/** The name of the library in use; null: the first one. */
export const libraryInUse = (kept: Accounts): string | null => activeAccount(kept)?.library ?? null;

/**
 * The library of an account that is new here: the first one, with what was saved before anybody
 * signed in, if nobody has it yet, nor somebody who can't be read; else one of its own. A database can't be renamed, and what is
 * in it shall not be copied.
 */
export function libraryForNew({ active, accounts, unreadable }: Accounts, id: string) {
  const isFree = unreadable.length === 0 && accounts.every(({ library }) => library !== null);
  return active === null && isFree ? null : id;
}

/** The calls that are made with the new credential. */
type OpeningCalls = Pick<Client, 'info' | 'profile'>;

interface Opening {
  readonly connection: Connection;
  readonly credential: Credential;
  readonly accounts: Accounts;
  readonly newId: () => string;
  readonly now: number;
}

/**
 * The account that a new credential opens: whose it is, what it may do, which server. A credential
 * that can't say whose it is opens none, and is the caller's: to be tried again where `meaningOf`
 * says `later`, to be given back otherwise. Signing in again as the same person on the same server
 * keeps the account's id, and so its library.
 */
export async function openAccount(
  calls: OpeningCalls,
  { connection, credential, accounts, newId, now }: Opening,
): Promise<Result<Account, ServiceError>> {
  const read = await calls.profile.read();
  if (!read.ok) return read;
  const { user, provider } = read.value.body;
  const about = await calls.info.read();
  const server = about.ok ? about.value.body : null;
  const { base, extraHeaders = {} } = connection;
  const known = sameAccount(accounts, { base, username: user.username });
  const id = known?.id ?? newId();
  return ok({
    id,
    library: known ? known.library : libraryForNew(accounts, id),
    base,
    token: credential.token,
    credential: credential.kind,
    tokenId: credential.tokenId || provider.id,
    username: user.username,
    permissions: provider.permissions,
    scopes: [...(credential.scopes ?? provider.roles)],
    serverVersion: server ? versionText(server.version) : '',
    features: server?.features ?? [],
    extraHeaders: { ...extraHeaders },
    signedInAt: now,
    signedOutAt: null,
  });
}
