import type { AccountKey } from '../library/repository';

const KEY = 'leafmark.library';
/** Before a name, so that no name is taken for anything else. */
const NAMED = '=';
const UNKNOWN = '?';

/** Where the mirror is kept; `localStorage` of the extension's pages. */
export type LibraryMirrorStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Whose library was in use when a page of ours last knew, read at once: the truth is in
 * `storage.local`, which answers only after the first paint. undefined when it may have changed
 * since: then nothing may be shown before the truth is known, lest it be somebody else's.
 */
export function readLibraryMirror(storage: LibraryMirrorStorage): AccountKey | undefined {
  try {
    const kept = storage.getItem(KEY);
    if (kept === null) return null;
    return kept.startsWith(NAMED) ? kept.slice(NAMED.length) : undefined;
  } catch {
    return null; // Refused altogether: then there is no snapshot to show either.
  }
}

/** Keeps whose library is in use; undefined before something is done that may change it. */
export function writeLibraryMirror(
  storage: LibraryMirrorStorage,
  account: AccountKey | undefined,
): void {
  try {
    if (account === null) storage.removeItem(KEY);
    else storage.setItem(KEY, account === undefined ? UNKNOWN : NAMED + account);
  } catch {
    // Full or refused: a page that finds another library than it was told of starts anew.
  }
}
