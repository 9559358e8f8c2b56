import type { StoredArea } from '../src/background/ports';
import { changeSyncSettings, SYNC_SETTINGS } from '../src/background/sync/sync-settings';
import { DEFAULT_SYNC_SETTINGS } from '../src/domain/settings';
import { HOUR_MS } from '../src/domain/time';
import type { Library } from '../src/library';

const BYTES_IN_MB = 1_000_000;
/** Browsers delete the data of all sites that use too much, so this app uses a part of its share. */
const QUOTA_DIVISOR = 3;

/** Some builds of Safari's engine have no such object. */
const storage = (): StorageManager | undefined => navigator.storage;

/** Chooses which articles a new device keeps: fewer than the extension, because room is scarce. */
export async function chooseArticles(local: StoredArea): Promise<void> {
  if (SYNC_SETTINGS in (await local.get(SYNC_SETTINGS))) return;
  const { quota = Number.POSITIVE_INFINITY } = (await storage()?.estimate()) ?? {};
  const share = Math.max(1, Math.floor(quota / QUOTA_DIVISOR / BYTES_IN_MB));
  const newestMb = Math.min(DEFAULT_SYNC_SETTINGS.newestMb, share);
  await changeSyncSettings(local, { articles: 'current', newestMb });
}

/**
 * Asks the browser to keep the library as soon as it has a change that is nowhere else. Firefox shows
 * a question then, which makes sense after a change.
 */
export function persistWithChanges(library: Library): void {
  let hasAsked = false;
  const stop = library.sync.watchStatus(({ waiting }) => {
    if (waiting === 0 || hasAsked) return;
    hasAsked = true;
    stop();
    void library.storage.askToPersist();
  });
}

/** True if the browser may delete the library by itself. */
export const mayBeCleared = async (): Promise<boolean> => !(await storage()?.persisted());

/** The name under which the browser starts a sync in the service worker. */
const SYNC_TAG = 'leafmark-sync';
const HALF_A_DAY_MS = 12 * HOUR_MS;

/** Background Sync and Periodic Background Sync, which only Chromium has. */
interface SyncRegistration {
  readonly sync?: { register(tag: string): Promise<void> };
  readonly periodicSync?: {
    register(tag: string, options: { readonly minInterval: number }): Promise<void>;
  };
}

/**
 * Lets the browser start the service worker when the app is closed: as soon as there is a network if
 * changes could not be sent, and from time to time. Browsers refuse the second for a page that is not
 * installed.
 */
export async function syncWhenClosed(
  library: Library,
  container: ServiceWorkerContainer | undefined = navigator.serviceWorker,
): Promise<void> {
  if (container === undefined) return;
  const { sync, periodicSync } = (await container.ready) as SyncRegistration;
  periodicSync?.register(SYNC_TAG, { minInterval: HALF_A_DAY_MS }).catch(() => null);
  if (sync === undefined) return;
  let [isWaiting, isStuck, isNeeded] = [false, false, false];
  const look = () => {
    const wasNeeded = isNeeded;
    isNeeded = isStuck || (isWaiting && document.visibilityState === 'hidden');
    // Otherwise each failure in the worker would start it again.
    if (isNeeded && !wasNeeded) sync.register(SYNC_TAG).catch(() => null);
  };
  library.sync.watchStatus(({ waiting, stop }) => {
    isWaiting = waiting > 0;
    isStuck = isWaiting && stop !== null;
    look();
  });
  const lookAgain = async () => {
    isNeeded = false;
    look();
    if (document.visibilityState !== 'hidden') return;
    // A page that is hidden may be frozen before a live query reports the last edit.
    const count = await library.unsent.count().catch(() => null);
    // The library was closed meanwhile.
    if (count === null) return;
    isWaiting = count > 0;
    look();
  };
  document.addEventListener('visibilitychange', lookAgain, { signal: library.closed });
}
