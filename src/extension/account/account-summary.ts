import type { WxtBrowser } from 'wxt/browser';
import type { AccountKey } from '../../library';

// Keys of `storage.local` (and one of `storage.session`). The first three hold secrets: only the
// background reads them. The others are for pages.

export const ACCOUNTS = 'accounts';
export const SIGN_IN = 'signIn';
export const PENDING_REVOCATIONS = 'pendingRevocations';
/** An `AccountStatus`. */
export const ACCOUNT_STATUS = 'accountStatus';
/** An `Examination`, in `storage.session`. */
export const EXAMINATION = 'examination';

/** The alarm that goes on with a sign-in whose worker was ended, and with tokens that were left. */
export const SIGN_IN_ALARM = 'sign-in';

/** Whether there is somebody whose library is synced, and may be. */
export type AccountState = 'nobody' | 'signed-in' | 'signed-out';

/** The state of the account in use, in what is kept for pages about accounts. */
export function accountStateIn(status: unknown): AccountState {
  if (!isRecord(status) || !Array.isArray(status.accounts)) return 'nobody';
  const inUse: unknown = status.accounts.find(
    (account: unknown) => isRecord(account) && account.id === status.active,
  );
  if (!isRecord(inUse)) return 'nobody';
  return inUse.signedOutAt === null ? 'signed-in' : 'signed-out';
}

/** Asked for before the program for accounts is run, so it weighs nothing. */
export async function readAccountState(
  storage: Pick<WxtBrowser['storage']['local'], 'get'>,
): Promise<AccountState> {
  return accountStateIn((await storage.get(ACCOUNT_STATUS))[ACCOUNT_STATUS]);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Whose library is in use. Asked for before each first opening, so it weighs nothing. */
export interface LibraryChoice {
  /** The name of the library. */
  readonly name: AccountKey;
  /** The id of its account; null: nobody's yet. */
  readonly owner: string | null;
  /** A sign-in is under way: at any moment it may be another. */
  readonly mayChange: boolean;
}

/** The choice in what is kept for pages about accounts. */
export function libraryChoiceIn(status: unknown): LibraryChoice {
  const kept = new Map(typeof status === 'object' && status !== null ? Object.entries(status) : []);
  const text = (key: string) => {
    const value: unknown = kept.get(key);
    return typeof value === 'string' ? value : null;
  };
  return { name: text('library'), owner: text('active'), mayChange: Boolean(kept.get('signIn')) };
}

export async function readLibraryChoice(
  storage: Pick<WxtBrowser['storage']['local'], 'get'>,
): Promise<LibraryChoice> {
  return libraryChoiceIn((await storage.get(ACCOUNT_STATUS))[ACCOUNT_STATUS]);
}

/**
 * Whether what a page shows of `before` is not what is in use any more. A first sign-in takes the
 * library over as it is; where its account was removed there is another of the same name.
 */
export const isAnotherLibrary = (before: LibraryChoice, now: LibraryChoice): boolean =>
  before.name !== now.name || (before.owner !== null && before.owner !== now.owner);
