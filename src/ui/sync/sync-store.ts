import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { Permission } from '../../contract';
import type { SyncSettings } from '../../domain/settings';
import type { Library, SyncStatus } from '../../library';
import type { Background } from '../../messages/background-client';

/** The account that is synced. */
export type SyncAccount =
  /** There is no account. */
  | 'nobody'
  | 'signed-in'
  /** The account exists, but nothing is sent until the user signs in again. */
  | 'signed-out';

/** The state of sync as an extension page sees it. The entrypoint creates the store. */
export interface SyncStore {
  /** null until it is known. */
  readonly syncAccount: ReadonlySignal<SyncAccount | null>;
  /** The permissions that the sign-in lacks for sync, as far as the server reports them. */
  readonly missing: ReadonlySignal<readonly Permission[]>;
  /**
   * null until it has been read. `articlesPending` is 0 when articles are downloaded on demand only.
   */
  readonly status: ReadonlySignal<SyncStatus | null>;
  /** True while a sync that this page requested is running. */
  readonly isSyncing: ReadonlySignal<boolean>;
  /** null until they have been read. */
  readonly settings: ReadonlySignal<SyncSettings | null>;
  syncNow(): void;
  /**
   * Requests access to the server's origin and then syncs. Call it in a click handler before any
   * `await`.
   */
  allow(): void;
  change(settings: Partial<SyncSettings>): void;
}

/**
 * The stored data about sync in the browser. Each watcher calls back with the current value and
 * each new one.
 */
interface SyncSource {
  watchSyncAccount(
    listener: (syncAccount: SyncAccount, missing: readonly Permission[]) => void,
  ): void;
  watchSettings(listener: (settings: SyncSettings) => void): void;
  /**
   * Requests access to the server's origin. Resolves to true when it was granted. Call it in a
   * click handler before any `await`.
   */
  requestServer(): Promise<boolean>;
  changeSettings(change: Partial<SyncSettings>): Promise<void>;
}

/** Creates a store that follows sync for the lifetime of the page. */
export function createSyncStore(
  source: SyncSource,
  library: Promise<Pick<Library, 'sync'>>,
  background: Pick<Background, 'syncNow'>,
): SyncStore {
  const syncAccount = signal<SyncAccount | null>(null);
  const missing = signal<readonly Permission[]>([]);
  const status = signal<SyncStatus | null>(null);
  const settings = signal<SyncSettings | null>(null);
  const running = signal(0);
  let isFollowed = false;
  const follow = async () => {
    if (isFollowed) return;
    isFollowed = true;
    (await library).sync.watchStatus((next) => {
      status.value = next;
    });
  };
  source.watchSyncAccount((next, lacked) => {
    syncAccount.value = next;
    missing.value = lacked;
    // Without an account there is no status to read.
    if (next !== 'nobody') void follow();
  });
  source.watchSettings((next) => {
    settings.value = next;
  });
  const syncNow = async () => {
    running.value += 1;
    await background.syncNow();
    running.value -= 1;
  };
  return {
    syncAccount: computed(() => syncAccount.value),
    missing: computed(() => missing.value),
    status: computed(() => {
      // No article is downloaded by itself, so none is missing.
      const isOnDemand = settings.value?.articles === 'none';
      return isOnDemand && status.value ? { ...status.value, articlesPending: 0 } : status.value;
    }),
    isSyncing: computed(() => running.value > 0),
    settings: computed(() => settings.value),
    syncNow,
    async allow() {
      if (await source.requestServer()) await syncNow();
    },
    change: (change) => void source.changeSettings(change),
  };
}
