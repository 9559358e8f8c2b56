import {
  ACCOUNT_STATUS,
  isAnotherLibrary,
  libraryChoiceIn,
  readLibraryChoice,
} from '../../src/background/account/account-summary';
import { openIfMade, openLibraryOf, wallClock } from '../../src/background/library/libraries';
import type { StoredArea } from '../../src/background/ports';
import type { Result } from '../../src/domain/result';
import type {
  AccountKey,
  isLibraryMade,
  Library,
  LibraryError,
  openLibrary,
} from '../../src/library';
import { createSnapshotStore } from '../../src/ui/bookmarks/snapshot';
import { activeLibraryMirror } from '../../src/ui/mirror';

/**
 * Calls back with the account of the active library: at once where the mirror knows it, otherwise
 * after reading it from `local`.
 */
export function withActiveLibrary(local: StoredArea, start: (account: AccountKey) => void): void {
  const known = activeLibraryMirror(localStorage).read();
  if (known === undefined) void readLibraryChoice(local).then((c) => start(c.name));
  else start(known);
}

/** Opens the library into which a server is read for an import; null if it is not made yet. */
export async function openSourceLibrary(name: string): Promise<Library | null> {
  const opened = await openIfMade(await import('../../src/library'), name);
  return opened?.ok ? opened.value : null;
}

/** Changes how a library is opened. */
export type Opener = (open: typeof openLibrary, isMade: typeof isLibraryMade) => typeof openLibrary;

/**
 * Opens the active library, whose code is loaded on demand. A page that shows the library of
 * `account` reloads when another library is active, or becomes active later, because it must not
 * show any of the old rows.
 */
export async function connectLibrary(
  local: StoredArea,
  account?: AccountKey,
  opener: Opener = (open) => open,
): Promise<Result<Library, LibraryError>> {
  const [library, choice] = await Promise.all([
    import('../../src/library'),
    readLibraryChoice(local),
  ]);
  const { name, mayChange } = choice;
  activeLibraryMirror(localStorage).write(mayChange ? undefined : name);
  if (account !== undefined && account !== name) return reloadPage(account);
  let shown = choice;
  local.onChanged.addListener(({ [ACCOUNT_STATUS]: change }) => {
    if (!change) return;
    const now = libraryChoiceIn(change.newValue);
    if (isAnotherLibrary(shown, now)) void reloadPage(name);
    shown = now;
  });
  return openLibraryOf(opener(library.openLibrary, library.isLibraryMade), name, wallClock);
}

/** Never settles, because the page is reloading. */
function reloadPage(left: AccountKey): Promise<never> {
  // The library may have been removed. Otherwise its next first paint waits for the library.
  createSnapshotStore(localStorage, left).clear();
  // The address refers to a bookmark or label of the old library.
  history.replaceState(null, '', location.pathname);
  location.reload();
  return new Promise(() => {});
}
