import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AccountState } from '../../../src/background/account/account-summary';
import { createSyncWatch } from '../../../src/background/sync/sync-watch';
import { ok } from '../../../src/domain/result';
import { unixMs } from '../../../src/domain/time';
import type { BadgeState } from '../../../src/extension/toolbar/badge';
import { createSyncBadge } from '../../../src/extension/toolbar/badge';
import type { Library, SyncStatus } from '../../../src/library';
import { INITIAL_META } from '../../../src/library/database/sync-rows';
import { page, type TestLibrary, testLibrary, value } from '../../library/library';

let test: TestLibrary;
let state: AccountState;
const sync = { run: vi.fn(async () => {}) };
const shown: BadgeState[] = [];
const onSynced = vi.fn();
const STATUS: SyncStatus = {
  ...INITIAL_META,
  waiting: 0,
  lastQueued: 0,
  attention: 0,
  articlesPending: 0,
  articlesHere: 0,
};

beforeEach(async () => {
  test = await testLibrary();
  state = 'signed-in';
  sync.run.mockClear();
  onSynced.mockClear();
  shown.splice(0);
});
afterEach(() => {
  vi.useRealTimers();
  test.library.close();
});

const startWatch = async (library: Library = test.library) => {
  const watch = createSyncWatch({
    openLibrary: async () => ok(library),
    accountState: async () => state,
    sync,
    onStatus: createSyncBadge({ showDefault: (state) => void shown.push(state), onSynced }),
  });
  await watch.begin();
  return watch;
};

const expectSyncs = (times: number) =>
  vi.waitFor(() => expect(sync.run).toHaveBeenCalledTimes(times));

describe('the sync watch', () => {
  it('sends a change together with the next one', async () => {
    await startWatch();
    value(await test.library.bookmarks.save(page({ url: 'https://example.org/a' })));
    value(await test.library.bookmarks.save(page({ url: 'https://example.org/b' })));
    await expectSyncs(1);
    expect(sync.run.mock.calls).toEqual([['background']]);
  });

  it('sends a change that is queued while another is sent', async () => {
    await startWatch();
    value(await test.library.bookmarks.save(page({ url: 'https://example.org/a' })));
    await expectSyncs(1);
    const { outbox } = test.tables;
    await outbox.db.transaction('rw', outbox, async () => {
      const { seq, ...first } = (await outbox.toArray())[0]!;
      await outbox.delete(seq);
      await outbox.add({ ...first });
    });
    await expectSyncs(2);
  });

  it('tells that a sync is over, once for each', async () => {
    let report = (_: Partial<SyncStatus>) => {};
    const watchStatus = (listener: (status: SyncStatus) => void) => {
      report = (change) => listener({ ...STATUS, ...change });
      return () => {};
    };
    const { library } = test;
    await startWatch({ ...library, sync: { ...library.sync, watchStatus } });
    report({ syncedAt: unixMs(1) });
    expect(onSynced).not.toHaveBeenCalled();
    report({ syncedAt: unixMs(1), waiting: 1 });
    report({ syncedAt: unixMs(2) });
    report({ syncedAt: unixMs(2), articlesPending: 3 });
    expect(onSynced).toHaveBeenCalledTimes(1);
  });

  it('starts no sync when everything was sent meanwhile', async () => {
    vi.useFakeTimers();
    let report = (_: Partial<SyncStatus>) => {};
    const watchStatus = (listener: (status: SyncStatus) => void) => {
      report = (change) => listener({ ...STATUS, ...change });
      return () => {};
    };
    const { library } = test;
    await startWatch({ ...library, sync: { ...library.sync, watchStatus } });
    report({ waiting: 1, lastQueued: 1 });
    report({ waiting: 0 });
    vi.runAllTimers();
    expect(sync.run).not.toHaveBeenCalled();
    report({ waiting: 1, lastQueued: 2 });
    vi.runAllTimers();
    expect(sync.run).toHaveBeenCalledOnce();
  });

  it('shows the number of unsent changes until they are sent', async () => {
    await startWatch();
    value(await test.library.bookmarks.save(page({ url: 'https://example.org/a' })));
    await test.library.sync.setMeta({ stop: { kind: 'offline' } });
    await vi.waitFor(() => expect(shown.at(-1)).toEqual({ kind: 'waiting', count: 1 }));
    await test.library.sync.setMeta({ stop: null });
    await vi.waitFor(() => expect(shown.at(-1)).toEqual({ kind: 'plain' }));
  });

  it('observes only the library of the last account when it changes while another opens', async () => {
    const observed: string[] = [];
    const libraryOf = (name: string): Library => {
      const watchStatus = () => {
        observed.push(name);
        return () => {};
      };
      return { ...test.library, sync: { ...test.library.sync, watchStatus } };
    };
    let open = () => {};
    const isOpen = new Promise<void>((resolve) => {
      open = resolve;
    });
    const libraries = [isOpen.then(() => libraryOf('first')), libraryOf('second')];
    const watch = createSyncWatch({
      openLibrary: async () => ok((await libraries.shift()) ?? test.library),
      accountState: async () => state,
      sync,
      onStatus() {},
    });
    const beginning = watch.begin();
    await watch.begin();
    open();
    await beginning;
    expect(observed).toEqual(['second']);
  });

  it('shows nothing without an account, or after signing out', async () => {
    await test.library.sync.setMeta({ stop: { kind: 'signed-out' } });
    state = 'nobody';
    await startWatch();
    expect(shown).toEqual([]);
    // The server rejected the token, so the user is asked to sign in again.
    state = 'signed-out';
    const watch = await startWatch();
    await vi.waitFor(() => expect(shown).toEqual([{ kind: 'sync-attention' }]));
    state = 'nobody';
    await watch.begin();
    expect(shown.at(-1)).toEqual({ kind: 'plain' });
  });
});
