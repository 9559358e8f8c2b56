import {
  ACCOUNT_STATUS,
  accountInUse,
  accountStateIn,
} from '../../src/background/account/account-summary';
import type { StoredArea } from '../../src/background/ports';
import { watchStored } from '../../src/background/settings/watch-stored';
import { createPageVisibility } from '../../src/background/sync/page-visibility';
import {
  changeSyncSettings,
  parseSyncSettings,
  SYNC_SETTINGS,
} from '../../src/background/sync/sync-settings';
import type { Library } from '../../src/library';
import type { Background } from '../../src/messages/background-client';
import { missingPermissions } from '../../src/service/account/permissions';
import { createSyncStore, type SyncStore } from '../../src/ui/sync/sync-store';

let store: SyncStore | null = null;

/** The parts of the program that the state of the sync needs. */
interface Platform {
  readonly local: StoredArea;
  readonly background: Background;
  /** Opens the port that says that this page is visible. */
  readonly openPort: Parameters<typeof createPageVisibility>[0]['connect'];
  readonly requestServer: () => Promise<boolean>;
  /** Absent in the extension, whose data no browser deletes by itself. */
  readonly mayBeCleared?: () => Promise<boolean>;
}

/**
 * Returns the sync store of this page. The first call tells the background that the user is active.
 */
export function connectSync(platform: Platform, library: Promise<Library>): SyncStore {
  if (store) return store;
  const { local, background, openPort, requestServer, mayBeCleared } = platform;
  const poke = () => void background.pokeSync();
  poke();
  window.addEventListener('focus', poke);
  window.addEventListener('online', poke);
  const visibility = createPageVisibility({ connect: openPort, page: document });
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
      requestServer,
      ...(mayBeCleared && { mayBeCleared }),
      changeSettings: (change) => changeSyncSettings(local, change),
    },
    library,
    background,
  );
  return store;
}
