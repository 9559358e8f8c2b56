import type { WxtBrowser } from 'wxt/browser';
import { ACCOUNT_STATUS } from './account/storage-keys';

/** Whether the account in use is signed in, in what is kept for pages about accounts. */
export function isSignedIn(status: unknown): boolean {
  if (!isRecord(status) || !Array.isArray(status.accounts)) return false;
  return status.accounts.some(
    (account: unknown) =>
      isRecord(account) && account.id === status.active && account.signedOutAt === null,
  );
}

/** Asked for before the program for accounts is run, so it weighs nothing. */
export async function readIsSignedIn(
  storage: Pick<WxtBrowser['storage']['local'], 'get'>,
): Promise<boolean> {
  return isSignedIn((await storage.get(ACCOUNT_STATUS))[ACCOUNT_STATUS]);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
