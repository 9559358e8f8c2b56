import { browser } from 'wxt/browser';
import type { Result } from '../../src/domain';
import { ACCOUNT_STATUS } from '../../src/extension/account/storage-keys';
import { wallClock } from '../../src/extension/clock';
import { openLibraryOf } from '../../src/extension/libraries';
import { libraryNameIn, readLibraryName } from '../../src/extension/library-name';
import type { AccountKey, Library, LibraryError } from '../../src/library/repository';
import { readLibraryMirror, writeLibraryMirror } from '../../src/ui/library-mirror';

/**
 * Calls back with whose library is in use: at once where this page may know it before its first
 * paint, or else when the browser has said.
 */
export function withLibraryName(start: (account: AccountKey) => void): void {
  const known = readLibraryMirror(localStorage);
  if (known === undefined) void readLibraryName(browser.storage.local).then(start);
  else start(known);
}

/**
 * The library in use, whose code is fetched with it. A page that shows `account` starts anew when
 * that is not, or not any more, whose library it is: no row of it may be seen then.
 */
export async function openLibraryHere(
  account?: AccountKey,
): Promise<Result<Library, LibraryError>> {
  const [{ openLibrary }, name] = await Promise.all([
    import('../../src/library'),
    readLibraryName(browser.storage.local),
  ]);
  writeLibraryMirror(localStorage, name);
  if (account !== undefined && account !== name) return startAnew();
  browser.storage.local.onChanged.addListener(({ [ACCOUNT_STATUS]: change }) => {
    if (change && libraryNameIn(change.newValue) !== name) void startAnew();
  });
  return openLibraryOf(openLibrary, name, wallClock);
}

/** Never settles: there is no page to wait for it. */
function startAnew(): Promise<never> {
  // What the address names is the other library's.
  history.replaceState(null, '', location.pathname);
  location.reload();
  return new Promise(() => {});
}
