import { DEFAULT_SYNC_SETTINGS } from '../src/domain/settings';
import { changeSyncSettings, SYNC_SETTINGS } from '../src/extension/sync/sync-settings';
import type { Library } from '../src/library';
import { local } from './platform';

const BYTES_IN_MB = 1_000_000;
/** Browsers delete the data of all sites that use too much, so this app uses a part of its share. */
const SHARE = 3;

/** Chooses which articles a new device keeps: fewer than the extension, because room is scarce. */
export async function chooseArticles(): Promise<void> {
  if (SYNC_SETTINGS in (await local.get(SYNC_SETTINGS))) return;
  const { quota = 0 } = await navigator.storage.estimate();
  const share = Math.max(1, Math.floor(quota / SHARE / BYTES_IN_MB));
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
export const mayBeCleared = async (): Promise<boolean> => !(await navigator.storage.persisted());
