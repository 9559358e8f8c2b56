import { err, type Result } from '../../domain/result';
import { type UnixMs, unixMs } from '../../domain/time';
import type {
  AccountKey,
  isLibraryMade,
  Library,
  LibraryError,
  openLibrary,
  removeLibrary,
} from '../../library';

/**
 * Returns the active library and opens it at the first call. After a failure the next call tries
 * again.
 */
export type LibraryAccess = () => Promise<Result<Library, LibraryError>>;

interface Dependencies {
  readonly openLibrary: typeof openLibrary;
  readonly removeLibrary: typeof removeLibrary;
  readonly now: Clock;
  /** Reads the name of the active library from the storage. */
  readonly readName: () => Promise<AccountKey>;
}

const removedError = () =>
  Promise.resolve(err({ kind: 'unavailable', detail: 'removed' } as const));

export type Libraries = ReturnType<typeof createLibraries>;

/** The libraries of this browser profile: the active one, and those of other accounts. */
export function createLibraries({ now, ...dependencies }: Dependencies) {
  const opened = new Map<AccountKey, ReturnType<LibraryAccess>>();
  /**
   * Libraries that were removed while their accounts may still be listed: opening would create
   * them.
   */
  const removed = new Set<AccountKey>();
  let chosen: AccountKey | undefined;

  const open = (account: AccountKey): ReturnType<LibraryAccess> => {
    if (removed.has(account)) return removedError();
    const before = opened.get(account);
    if (before) return before;
    const library = openLibraryOf(dependencies.openLibrary, account, now);
    opened.set(account, library);
    void library.then(({ ok }) => !ok && opened.delete(account));
    return library;
  };

  return {
    open,
    async inUse(): ReturnType<LibraryAccess> {
      const name = chosen === undefined ? await dependencies.readName() : chosen;
      // `use` may have been called while the name was read, and is newer.
      chosen = chosen === undefined ? name : chosen;
      return open(chosen);
    },
    /** Makes it the active library. */
    use(name: AccountKey): void {
      chosen = name;
      removed.clear();
    },
    /**
     * Removes a library with everything in it. It cannot be opened until `use` is called, because its
     * account may still be listed until then. Rejects if it could not be removed; then it can be
     * opened at once.
     */
    async remove(name: AccountKey): Promise<void> {
      removed.add(name);
      const library = await opened.get(name);
      opened.delete(name);
      if (library?.ok) library.value.close();
      try {
        await dependencies.removeLibrary(name);
      } catch (error) {
        removed.clear();
        throw error;
      }
    },
  };
}

/**
 * Opens the library of an account. `open` is a parameter because a page loads the code of the
 * library after its first paint.
 */
export const openLibraryOf = (open: typeof openLibrary, account: AccountKey, now: Clock) =>
  open({ account, now, newId: () => crypto.randomUUID() });

/** Opens a library that exists; null if it does not, because opening would create it. */
export const openIfMade = async (
  code: { readonly openLibrary: typeof openLibrary; readonly isLibraryMade: typeof isLibraryMade },
  account: AccountKey,
): Promise<Result<Library, LibraryError> | null> =>
  (await code.isLibraryMade(account)) ? openLibraryOf(code.openLibrary, account, wallClock) : null;

/** Returns the current time. All code that compares times uses the same clock. */
export type Clock = () => UnixMs;

export const wallClock: Clock = () => unixMs(Date.now());

/**
 * Asks the browser once to keep the library permanently. Only pages can ask, and only Firefox's
 * background is a page. In Chromium the popup asks once it shows a saved page.
 */
export async function askToPersist(library: Library): Promise<void> {
  const storage: Partial<StorageManager> | undefined = globalThis.navigator?.storage;
  if (storage?.persist !== undefined) await library.storage.askToPersist();
}
