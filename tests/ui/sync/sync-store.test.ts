import { IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Permission } from '../../../src/contract';
import { ok, type Result } from '../../../src/domain/result';
import { DEFAULT_SYNC_SETTINGS, type SyncSettings } from '../../../src/domain/settings';
import { createSyncStore, type SyncAccount } from '../../../src/ui/sync/sync-store';
import { page, type TestLibrary, testLibrary, value } from '../../library/library';
import { STATUS } from './fake-sync';

type WatchSyncAccount = (syncAccount: SyncAccount, missing: readonly Permission[]) => void;

let test: TestLibrary;
beforeEach(async () => {
  test = await testLibrary();
});
afterEach(() => test.library.close());

describe('the sync store', () => {
  it('combines the states of the library and the browser, live', async () => {
    let setSyncAccount: WatchSyncAccount = () => {};
    let setSettings = (_: SyncSettings) => {};
    const changeSettings = vi.fn(async () => {});
    const source = {
      watchSyncAccount: (listener: typeof setSyncAccount) => {
        setSyncAccount = listener;
      },
      watchSettings: (listener: typeof setSettings) => {
        setSettings = listener;
      },
      changeSettings,
      requestServer: async () => true,
    };
    const store = createSyncStore(source, Promise.resolve(test.library), { syncNow: vi.fn() });
    expect([store.syncAccount.value, store.status.value, store.settings.value]).toEqual([
      null,
      null,
      null,
    ]);
    setSyncAccount('signed-in', []);
    setSettings(DEFAULT_SYNC_SETTINGS);
    expect(store.syncAccount.value).toBe('signed-in');
    setSyncAccount('signed-in', ['api:bookmarks:write']);
    expect(store.missing.value).toEqual(['api:bookmarks:write']);
    expect(store.settings.value).toEqual(DEFAULT_SYNC_SETTINGS);
    value(await test.library.bookmarks.save(page({ url: 'https://example.org/a' })));
    await vi.waitFor(() => expect(store.status.value?.waiting).toBe(1));
    store.change({ isPaused: true });
    expect(changeSettings).toHaveBeenCalledWith({ isPaused: true });
  });

  it('reports no missing articles when they are downloaded on demand', async () => {
    let setSettings = (_: SyncSettings) => {};
    const source = {
      watchSyncAccount: (listener: WatchSyncAccount) => listener('signed-in', []),
      watchSettings: (listener: typeof setSettings) => {
        setSettings = listener;
      },
      changeSettings: async () => {},
      requestServer: async () => true,
    };
    const watchStatus: typeof test.library.sync.watchStatus = (listener) => {
      listener({ ...STATUS, articlesPending: 5 });
      return () => {};
    };
    const library = { sync: { ...test.library.sync, watchStatus } };
    const store = createSyncStore(source, Promise.resolve(library), { syncNow: vi.fn() });
    setSettings(DEFAULT_SYNC_SETTINGS);
    await vi.waitFor(() => expect(store.status.value?.articlesPending).toBe(5));
    setSettings({ ...DEFAULT_SYNC_SETTINGS, articles: 'none' });
    expect(store.status.value?.articlesPending).toBe(0);
  });

  it('does not read the library without an account', async () => {
    const watchStatus = vi.fn(test.library.sync.watchStatus);
    const library = { sync: { ...test.library.sync, watchStatus } };
    let setSyncAccount: WatchSyncAccount = () => {};
    const source = {
      watchSyncAccount: (listener: typeof setSyncAccount) => {
        setSyncAccount = listener;
      },
      watchSettings() {},
      changeSettings: async () => {},
      requestServer: async () => true,
    };
    const store = createSyncStore(source, Promise.resolve(library), { syncNow: vi.fn() });
    setSyncAccount('nobody', []);
    await Promise.resolve();
    expect(watchStatus).not.toHaveBeenCalled();
    setSyncAccount('signed-out', []);
    setSyncAccount('signed-in', []);
    await vi.waitFor(() => expect(store.status.value?.waiting).toBe(0));
    expect(watchStatus).toHaveBeenCalledTimes(1);
  });

  it('is busy until all requested syncs are over', async () => {
    const ends: (() => void)[] = [];
    const syncNow = () =>
      new Promise<Result<null, never>>((resolve) => void ends.push(() => resolve(ok(null))));
    const source = {
      watchSyncAccount() {},
      watchSettings() {},
      changeSettings: async () => {},
      requestServer: async () => true,
    };
    const store = createSyncStore(source, Promise.resolve(test.library), { syncNow });
    store.syncNow();
    store.syncNow();
    expect(store.isSyncing.value).toBe(true);
    ends[0]?.();
    await Promise.resolve();
    expect(store.isSyncing.value).toBe(true);
    ends[1]?.();
    await vi.waitFor(() => expect(store.isSyncing.value).toBe(false));
  });

  it('says that there is no room, although the library cannot record it', async () => {
    const source = {
      watchSyncAccount: (listener: WatchSyncAccount) => listener('signed-in', []),
      watchSettings() {},
      changeSettings: async () => {},
      requestServer: async () => true,
    };
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const syncNow = async () => ok(null);
    const store = createSyncStore(source, Promise.resolve(test.library), { syncNow });
    store.syncNow();
    await vi.waitFor(() => expect(store.status.value?.stop).toEqual({ kind: 'quota' }));
    full.mockRestore();
    store.syncNow();
    await vi.waitFor(() => expect(store.status.value?.stop).toBeNull());
  });

  it.each([true, false])(
    'syncs only when access to the server was granted (%s)',
    async (isGranted) => {
      const syncNow = vi.fn(async () => ok(null));
      const source = {
        watchSyncAccount() {},
        watchSettings() {},
        changeSettings: async () => {},
        requestServer: vi.fn(async () => isGranted),
      };
      const store = createSyncStore(source, Promise.resolve(test.library), { syncNow });
      store.allow();
      // Within the click: browsers refuse the request later.
      expect(source.requestServer).toHaveBeenCalledTimes(1);
      await source.requestServer.mock.results[0]?.value;
      expect(syncNow).toHaveBeenCalledTimes(isGranted ? 1 : 0);
    },
  );
});
