import { computed, signal } from '@preact/signals';
import type { SyncSettings } from '../../domain';
import type { Library, SyncStatus } from '../../library';
import type { Background } from '../background';
import type { Syncer, SyncStore } from './sync-store';

/** What the browser keeps about sync, by way of the entrypoint. Each calls back now and later. */
export interface SyncSource {
  watchSyncer(listener: (syncer: Syncer) => void): void;
  watchSettings(listener: (settings: SyncSettings) => void): void;
  /** Asks the person for the access to the server; whether it was given. First thing in a click. */
  requestServer(): Promise<boolean>;
  changeSettings(change: Partial<SyncSettings>): Promise<void>;
}

/** Follows sync for as long as the page is there. */
export function createSyncStore(
  source: SyncSource,
  library: Promise<Pick<Library, 'sync'>>,
  background: Pick<Background, 'syncNow'>,
): SyncStore {
  const syncer = signal<Syncer | null>(null);
  const status = signal<SyncStatus | null>(null);
  const settings = signal<SyncSettings | null>(null);
  const asked = signal(0);
  let isFollowed = false;
  const follow = async () => {
    if (isFollowed) return;
    isFollowed = true;
    (await library).sync.watchStatus((next) => {
      status.value = next;
    });
  };
  source.watchSyncer((next) => {
    syncer.value = next;
    // Most people have no account: nothing is read for them.
    if (next !== 'nobody') void follow();
  });
  source.watchSettings((next) => {
    settings.value = next;
  });
  const syncNow = async () => {
    asked.value += 1;
    await background.syncNow();
    asked.value -= 1;
  };
  return {
    syncer: computed(() => syncer.value),
    status: computed(() => {
      // None come by themselves, so none are to come.
      const isOnDemand = settings.value?.articles === 'none';
      return isOnDemand && status.value ? { ...status.value, articlesWanted: 0 } : status.value;
    }),
    isAsked: computed(() => asked.value > 0),
    settings: computed(() => settings.value),
    syncNow,
    async allow() {
      if (await source.requestServer()) await syncNow();
    },
    change: (change) => void source.changeSettings(change),
  };
}
