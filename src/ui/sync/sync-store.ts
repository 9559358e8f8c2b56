import { computed, signal } from '@preact/signals';
import type { Permission } from '../../contract';
import type { SyncSettings } from '../../domain/settings';
import type { Library, SyncStatus } from '../../library';
import type { Background } from '../../messages/background-client';
import { into, readonly, type Watch } from '../components/signals';

/** The account that is synced. */
export type SyncAccount =
  /** There is no account. */
  | 'nobody'
  | 'signed-in'
  /** The account exists, but nothing is sent until the user signs in again. */
  | 'signed-out';

/** The stored data about sync in the browser. */
interface SyncSource {
  watchSyncAccount(
    listener: (syncAccount: SyncAccount, missing: readonly Permission[]) => void,
  ): void;
  readonly watchSettings: Watch<SyncSettings>;
  /** Resolves to true when access to the server's origin was granted. */
  requestServer(): Promise<boolean>;
  changeSettings(change: Partial<SyncSettings>): Promise<void>;
  /** True if the browser may delete the library by itself. */
  mayBeCleared?(): Promise<boolean>;
}

/** Creates a store that follows sync for the lifetime of the page. */
export function createSyncStore(
  source: SyncSource,
  library: Promise<Pick<Library, 'sync'>>,
  background: Pick<Background, 'syncNow'>,
) {
  const syncAccount = signal<SyncAccount | null>(null);
  const missing = signal<readonly Permission[]>([]);
  const status = signal<SyncStatus | null>(null);
  const settings = signal<SyncSettings | null>(null);
  const running = signal(0);
  const mayBeCleared = signal(false);
  const isFull = signal(false);
  /** Without room, the library cannot record why a sync has stopped. */
  const lookForRoom = async () => {
    const written = await (await library).sync.setMeta({});
    isFull.value = !written.ok && written.error.kind === 'quota';
  };
  let isFollowed = false;
  const follow = async () => {
    if (isFollowed) return;
    isFollowed = true;
    (await library).sync.watchStatus((next) => {
      const isFirst = status.value === null;
      status.value = next;
      if (isFirst && next.waiting > 0) void lookForRoom();
      if (next.waiting > 0) void source.mayBeCleared?.().then(into(mayBeCleared));
    });
  };
  source.watchSyncAccount((next, lacked) => {
    syncAccount.value = next;
    missing.value = lacked;
    // Without an account there is no status to read.
    if (next !== 'nobody') void follow();
  });
  source.watchSettings(into(settings));
  const syncNow = async () => {
    running.value += 1;
    await background.syncNow();
    running.value -= 1;
    await lookForRoom();
  };
  return {
    /** null until it is known. */
    syncAccount: readonly(syncAccount),
    /** The permissions that the sign-in lacks for sync, as far as the server reports them. */
    missing: readonly(missing),
    /**
     * null until it has been read. `articlesPending` is 0 when articles are downloaded on demand only.
     */
    status: computed(() => {
      if (status.value === null) return null;
      const { articlesPending, stop } = status.value;
      // No article is downloaded by itself, so none is missing.
      const isOnDemand = settings.value?.articles === 'none';
      return {
        ...status.value,
        articlesPending: isOnDemand ? 0 : articlesPending,
        // Without room, the stored reason is an older one.
        stop: isFull.value ? ({ kind: 'quota' } as const) : stop,
      };
    }),
    /** True if changes cannot be sent now, and the browser may delete them with the library. */
    areChangesAtRisk: computed(() => {
      const { waiting = 0, stop = null } = status.value ?? {};
      const isHeld = stop !== null || syncAccount.value === 'signed-out';
      return waiting > 0 && isHeld && mayBeCleared.value;
    }),
    /** True while a sync that this page requested is running. */
    isSyncing: computed(() => running.value > 0),
    /** null until they have been read. */
    settings: readonly(settings),
    syncNow: () => void syncNow(),
    /**
     * Requests access to the server's origin and then syncs. Call it in a click handler before any
     * `await`.
     */
    async allow() {
      if (await source.requestServer()) await syncNow();
    },
    change: (change: Partial<SyncSettings>) => void source.changeSettings(change),
  };
}

/** The state of sync as an extension page sees it. The entrypoint creates the store. */
export type SyncStore = ReturnType<typeof createSyncStore>;
