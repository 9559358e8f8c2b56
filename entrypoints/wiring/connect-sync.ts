import { browser } from 'wxt/browser';
import {
  ACCOUNT_STATUS,
  accountInUse,
  accountStateIn,
} from '../../src/extension/account/account-summary';
import { createServerRequest } from '../../src/extension/account/origin-permissions';
import { watchStored } from '../../src/extension/settings/watch-stored';
import { createPageVisibility, VISIBLE_PAGE_PORT } from '../../src/extension/sync/page-visibility';
import {
  changeSyncSettings,
  parseSyncSettings,
  SYNC_SETTINGS,
} from '../../src/extension/sync/sync-settings';
import type { Library } from '../../src/library';
import { missingPermissions } from '../../src/service/account/permissions';
import { createSyncStore, type SyncStore } from '../../src/ui/sync/sync-store';
import { background } from './connect-browser';

let store: SyncStore | null = null;

/**
 * Returns the sync store of this page. The first call tells the background that the user is active.
 */
export function connectSync(library: Promise<Library>): SyncStore {
  if (store) return store;
  const { local } = browser.storage;
  const poke = () => void background.pokeSync();
  poke();
  window.addEventListener('focus', poke);
  window.addEventListener('online', poke);
  const visibility = createPageVisibility({
    connect: () => browser.runtime.connect({ name: VISIBLE_PAGE_PORT }),
    page: document,
  });
  store = createSyncStore(
    {
      watchSyncAccount: (listener) =>
        watchStored(local, ACCOUNT_STATUS, (stored) => {
          const syncAccount = accountStateIn(stored);
          visibility.setEnabled(syncAccount === 'signed-in');
          listener(syncAccount, missingPermissions(accountInUse(stored)?.permissions));
        }),
      watchSettings: (listener) =>
        watchStored(local, SYNC_SETTINGS, (stored) => listener(parseSyncSettings(stored))),
      requestServer: createServerRequest(browser),
      changeSettings: (change) => changeSyncSettings(local, change),
    },
    library,
    background,
  );
  return store;
}
