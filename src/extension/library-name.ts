import type { WxtBrowser } from 'wxt/browser';
import type { AccountKey } from '../library';
import { ACCOUNT_STATUS } from './account/storage-keys';

/** The name of the library in use, as it is in what is kept for pages about accounts. */
export function libraryNameIn(status: unknown): AccountKey {
  const isKept = typeof status === 'object' && status !== null && 'library' in status;
  return isKept && typeof status.library === 'string' ? status.library : null;
}

/** The name of the library in use. Asked for before each first opening, so it weighs nothing. */
export async function readLibraryName(
  storage: Pick<WxtBrowser['storage']['local'], 'get'>,
): Promise<AccountKey> {
  return libraryNameIn((await storage.get(ACCOUNT_STATUS))[ACCOUNT_STATUS]);
}
