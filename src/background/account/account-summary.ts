import type { AccountKey } from '../../library';
import type { StoredArea } from '../ports';

// The first four are names of secrets, which only the background reads (`SecretStore`). The others are
// keys of `storage.local` and of `storage.session`, for pages.

export const ACCOUNTS = 'accounts';
export const SIGN_IN_KEY = 'signIn';
export const IMPORT_SOURCE = 'importSource';
export const PENDING_REVOCATIONS = 'pendingRevocations';
/** An `AccountStatus`. */
export const ACCOUNT_STATUS = 'accountStatus';
/** An `Examination`, in `storage.session`. */
export const EXAMINATION = 'examination';

/** The alarm that continues a sign-in after the worker was stopped, and retries revocations. */
export const SIGN_IN_ALARM = 'sign-in';

/** The state of the active account: none, signed in, or with a token that is not valid any more. */
export type AccountState = 'nobody' | 'signed-in' | 'signed-out';

/** Reads the state of the active account from the stored `AccountStatus`. */
export function accountStateIn(status: unknown): AccountState {
  const inUse = accountInUse(status);
  if (inUse === null) return 'nobody';
  return inUse.signedOutAt === null ? 'signed-in' : 'signed-out';
}

/** Returns the active account of the stored `AccountStatus`; null if there is none. */
export function accountInUse(status: unknown): Readonly<Record<string, unknown>> | null {
  if (!isRecord(status) || !Array.isArray(status.accounts)) return null;
  const inUse: unknown = status.accounts.find(
    (account: unknown) => isRecord(account) && account.id === status.active,
  );
  return isRecord(inUse) ? inUse : null;
}

/** It is read at each start, so it does without schemas. */
export async function readAccountState(storage: Pick<StoredArea, 'get'>): Promise<AccountState> {
  return accountStateIn((await storage.get(ACCOUNT_STATUS))[ACCOUNT_STATUS]);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/**
 * The active library. It is read before the library is first opened, so it does without schemas.
 */
export interface LibraryChoice {
  /** The name of the library. */
  readonly name: AccountKey;
  /** The id of its account; null if it has none yet. */
  readonly owner: string | null;
  /** True during a sign-in, which may change the active library. */
  readonly mayChange: boolean;
}

/** Reads the choice from the stored `AccountStatus`. */
export function libraryChoiceIn(status: unknown): LibraryChoice {
  const { library, active, signIn, signInFor } = isRecord(status) ? status : {};
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    name: text(library),
    owner: text(active),
    mayChange: Boolean(signIn) && signInFor !== 'import',
  };
}

export async function readLibraryChoice(storage: Pick<StoredArea, 'get'>): Promise<LibraryChoice> {
  return libraryChoiceIn((await storage.get(ACCOUNT_STATUS))[ACCOUNT_STATUS]);
}

/**
 * True if a page that shows `before` has to reload because another library is active. A first
 * sign-in takes over the library as it is. After its account was removed, a new library has the
 * same name.
 */
export const isAnotherLibrary = (before: LibraryChoice, now: LibraryChoice): boolean =>
  before.name !== now.name || (before.owner !== null && before.owner !== now.owner);
