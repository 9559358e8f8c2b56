import { browser } from 'wxt/browser';
import { ACCOUNT_STATUS } from '../../src/extension/account/storage-keys';
import { accountStateIn } from '../../src/extension/account-state';
import { LOOKING_PORT, SYNC_SETTINGS } from '../../src/extension/sync/names';
import { createPresence } from '../../src/extension/sync/presence';
import { createServerRequest } from '../../src/extension/sync/request-server';
import { changeSyncSettings, parseSyncSettings } from '../../src/extension/sync/sync-settings';
import { watchStored } from '../../src/extension/watch-stored';
import type { Library } from '../../src/library';
import type { Background } from '../../src/ui/background';
import { createSyncStore, type SyncStore } from '../../src/ui/sync/sync-store';

let store: SyncStore | null = null;

/** Sync, for the screens of this page, whose opening says that somebody is there. */
export function connectSync(
  library: Promise<Library>,
  background: Pick<Background, 'syncNow' | 'pokeSync'>,
): SyncStore {
  if (store) return store;
  const { local } = browser.storage;
  const poke = () => void background.pokeSync();
  poke();
  window.addEventListener('focus', poke);
  window.addEventListener('online', poke);
  const presence = createPresence({
    connect: () => browser.runtime.connect({ name: LOOKING_PORT }),
    page: document,
  });
  store = createSyncStore(
    {
      watchSyncAccount: (listener) =>
        watchStored(local, ACCOUNT_STATUS, (stored) => {
          const syncAccount = accountStateIn(stored);
          presence.setWanted(syncAccount === 'signed-in');
          listener(syncAccount);
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
