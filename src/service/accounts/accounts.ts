import * as z from 'zod/mini';
import { Account } from './account';

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
