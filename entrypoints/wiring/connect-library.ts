import { browser } from 'wxt/browser';
import type { Result } from '../../src/domain';
import {
  ACCOUNT_STATUS,
  isAnotherLibrary,
  libraryChoiceIn,
  readLibraryChoice,
} from '../../src/extension/account/account-summary';
import { openLibraryOf, wallClock } from '../../src/extension/library/libraries';
import type { AccountKey, Library, LibraryError } from '../../src/library/repository';
import { createSnapshotStore } from '../../src/ui/bookmarks/snapshot';
import { activeLibraryMirror } from '../../src/ui/mirror';

/**
 * Calls back with whose library is in use: at once where this page may know it before its first
 * paint, or else when the browser has said.
 */
export function withActiveLibrary(start: (account: AccountKey) => void): void {
  const known = activeLibraryMirror(localStorage).read();
  if (known === undefined) void readLibraryChoice(browser.storage.local).then((c) => start(c.name));
  else start(known);
}

/**
 * The library in use, whose code is fetched with it. A page that shows `account` starts anew when
 * that is not, or not any more, whose library it is: no row of it may be seen then.
 */
export async function connectLibrary(account?: AccountKey): Promise<Result<Library, LibraryError>> {
  const [{ openLibrary }, choice] = await Promise.all([
    import('../../src/library'),
    readLibraryChoice(browser.storage.local),
  ]);
  const { name, mayChange } = choice;
  activeLibraryMirror(localStorage).write(mayChange ? undefined : name);
  if (account !== undefined && account !== name) return reloadPage(account);
  let shown = choice;
  browser.storage.local.onChanged.addListener(({ [ACCOUNT_STATUS]: change }) => {
    if (!change) return;
    const now = libraryChoiceIn(change.newValue);
    if (isAnotherLibrary(shown, now)) void reloadPage(name);
    shown = now;
  });
  return openLibraryOf(openLibrary, name, wallClock);
}

/** Never settles: there is no page to wait for it. */
function reloadPage(left: AccountKey): Promise<never> {
  // It may have been removed; were it not, the next first paint of it waits for the library.
  createSnapshotStore(localStorage, left).clear();
  // What the address names is the other library's.
  history.replaceState(null, '', location.pathname);
  location.reload();
  return new Promise(() => {});
}
