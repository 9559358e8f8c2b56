import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { SyncSettings } from '../../domain';
import type { Library, SyncStatus } from '../../library';
import type { Background } from '../background';

/** Whether there is somebody whose library is synced. */
export type SyncAccount =
  /** There is no account. */
  | 'nobody'
  | 'signed-in'
  /** The account is there, and nothing is sent until the person signs in again. */
  | 'signed-out';

/** Sync as a page of ours sees it, live. Given by the entrypoint. */
export interface SyncStore {
  /** null until it is known. */
  readonly syncAccount: ReadonlySignal<SyncAccount | null>;
  /** null until it has been read; articles are to come only where they come by themselves. */
  readonly status: ReadonlySignal<SyncStatus | null>;
  /** Whether a round that was asked for here is not over. */
  readonly isAsked: ReadonlySignal<boolean>;
  /** null until they have been read. */
  readonly settings: ReadonlySignal<SyncSettings | null>;
  syncNow(): void;
  /** Asks for the access to the server, and syncs once it is given. First thing in a click. */
  allow(): void;
  change(settings: Partial<SyncSettings>): void;
}

/** What the browser keeps about sync, by way of the entrypoint. Each calls back now and later. */
export interface SyncSource {
  watchSyncAccount(listener: (syncAccount: SyncAccount) => void): void;
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
  const syncAccount = signal<SyncAccount | null>(null);
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
  source.watchSyncAccount((next) => {
    syncAccount.value = next;
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
    syncAccount: computed(() => syncAccount.value),
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
