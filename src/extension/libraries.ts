import { err, type Result } from '../domain';
import type {
  AccountKey,
  LibraryError,
  LibraryOptions,
  removeLibrary,
  SavingLibrary,
} from '../library';
import type { Libraries } from './account/libraries';
import type { Clock } from './clock';

/** The library in use, opened at the first call; a failure is not remembered, so the next tries. */
export type LibraryAccess = () => Promise<Result<SavingLibrary, LibraryError>>;

interface Dependencies {
  readonly openLibrary: OpenLibrary<SavingLibrary>;
  readonly removeLibrary: typeof removeLibrary;
  readonly now: Clock;
  /** The name of the one in use, as it was kept. */
  readonly readName: () => Promise<AccountKey>;
}

const REMOVED = Promise.resolve(err({ kind: 'unavailable', detail: 'removed' } as const));

/** The libraries of this browser: the one in use, and those of other accounts. */
export function createLibraries({
  now,
  ...given
}: Dependencies): Libraries & { readonly inUse: LibraryAccess } {
  const opened = new Map<AccountKey, ReturnType<LibraryAccess>>();
  /** While their accounts may be there yet: who opened them would make them anew. */
  const removed = new Set<AccountKey>();
  let chosen: AccountKey | undefined;

  const open = (account: AccountKey) => {
    if (removed.has(account)) return REMOVED;
    const before = opened.get(account);
    if (before) return before;
    const library = openLibraryOf(given.openLibrary, account, now);
    opened.set(account, library);
    void library.then(({ ok }) => !ok && opened.delete(account));
    return library;
  };

  return {
    open,
    async inUse() {
      const name = chosen === undefined ? await given.readName() : chosen;
      // What was chosen while it was read is newer.
      chosen = chosen === undefined ? name : chosen;
      return open(chosen);
    },
    use(name) {
      chosen = name;
      removed.clear();
    },
    async remove(name) {
      removed.add(name);
      const library = await opened.get(name);
      opened.delete(name);
      if (library?.ok) library.value.close();
      try {
        await given.removeLibrary(name);
      } catch (error) {
        removed.clear();
        throw error;
      }
    },
  };
}

/** Opens a library, or as much of one as is wanted. */
export type OpenLibrary<T> = (options: LibraryOptions) => Promise<Result<T, LibraryError>>;

/** The library of that account, open. */
export const openLibraryOf = <T>(open: OpenLibrary<T>, account: AccountKey, now: Clock) =>
  open({ account, now, newId: () => crypto.randomUUID() });
