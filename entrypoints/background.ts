import { browser } from 'wxt/browser';
import { defineBackground } from 'wxt/utils/define-background';
import { readLibraryChoice } from '../src/extension/account/account-summary';
import { appIdentity, createAccounts } from '../src/extension/account/accounts';
import { createOriginPermissions } from '../src/extension/account/origin-permissions';
import { startBackground } from '../src/extension/background';
import { createFetchImages } from '../src/extension/images/fetch-images';
import { wallClock } from '../src/extension/library/libraries';
import { indexInWorker } from '../src/extension/search/index-in-worker';
import { type BackgroundSync, createBackgroundSync } from '../src/extension/sync/background-sync';
import { createSyncAlarm } from '../src/extension/sync/sync-alarm';
import type { ConnectionInfo } from '../src/extension/sync/sync-runner';
import { openLibrary, removeLibrary, searchIndexer } from '../src/library';
import { platformTransport } from '../src/service';

/** TypeScript's type lacks `connection`, which only Chromium has. */
type NetworkNavigator = Navigator & { readonly connection?: ConnectionInfo };

export default defineBackground(() => {
  const loadFile = (address: string) => fetch(address);
  startBackground({
    browser,
    openLibrary,
    removeLibrary,
    fetchImages: createFetchImages((url, init) => fetch(url, init)),
    createAccounts: (libraries) =>
      createAccounts({
        ...{ browser, libraries, loadFile },
        transport: platformTransport,
        app: appIdentity(browser, loadFile, import.meta.env.FIREFOX ? 'firefox' : 'chromium'),
        newId: () => crypto.randomUUID(),
      }),
    createSync(libraries, accounts) {
      const alarm = createSyncAlarm(browser.alarms, wallClock, () => void sync.run('background'));
      const sync: BackgroundSync = createBackgroundSync({
        ...{ browser, libraries, accounts, alarm },
        isAllowed: createOriginPermissions(browser.permissions).isAllowed,
        transport: platformTransport,
        locks: navigator.locks,
        now: wallClock,
        random: Math.random,
        connection: () => (navigator as NetworkNavigator).connection,
      });
      return sync;
    },
    // A background of Firefox shares its thread with the pages of the extension. That of Chromium
    // is a worker and cannot start another one.
    indexLibrary: async (library, signal) => {
      if (!import.meta.env.FIREFOX) {
        await library.part(searchIndexer).run(signal);
        return;
      }
      const { name } = await readLibraryChoice(browser.storage.local);
      await indexInWorker(new Worker('/search-worker.js'), name, signal);
    },
    now: wallClock,
    onOnline: (listener) => self.addEventListener('online', listener),
  });
});
