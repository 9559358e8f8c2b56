import type { WxtBrowser } from 'wxt/browser';
import type { AccountKey } from '../library';
import { ACCOUNT_STATUS } from './account/storage-keys';

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
