import type { WxtBrowser } from 'wxt/browser';
import { ACCOUNT_STATUS } from './account/storage-keys';

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
