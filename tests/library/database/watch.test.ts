import { Dexie, RangeSet } from 'dexie/dist/modern/dexie.mjs';
import { IDBIndex } from 'fake-indexeddb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { watchConverted } from '../../../src/library/database/live';
import type { BookmarkPage, Counts, Dispose, LabelCount } from '../../../src/library/index';
import { page, testLibrary, value } from '../library';

const FIRST_PAGE = { view: 'unread', limit: 20, after: null } as const;

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('live queries', () => {
  it('update an open list, counters and labels after a change in another context', async () => {
    const { library, another } = await testLibrary();
    const other = await another();
    let list: BookmarkPage | undefined;
    let counts: Counts | undefined;
    let labels: readonly LabelCount[] | undefined;
    library.bookmarks.watchPage(FIRST_PAGE, (next) => {
      list = next;
    });
    library.bookmarks.watchCounts((next) => {
      counts = next;
    });
    library.labels.watchAll((next) => {
      labels = next;
    });
    await vi.waitFor(() => expect([list?.rows, counts?.all, labels]).toEqual([[], 0, []]));

    const { bookmark } = value(await other.bookmarks.save(page()));
    value(await other.bookmarks.edit(bookmark.id, { addLabels: ['ideas'] }));
    await vi.waitFor(() => {
      expect(list?.rows).toMatchObject([{ id: bookmark.id, labels: ['ideas'] }]);
      expect(counts).toMatchObject({ unread: 1, all: 1 });
      expect(labels).toEqual([{ name: 'ideas', count: 1 }]);
    });
  });

  it('do not call the listener after they are disposed of, even twice', async () => {
    const { library } = await testLibrary();
    const listener = vi.fn();
    const dispose = library.bookmarks.watchPage(FIRST_PAGE, listener);
    await vi.waitFor(() => expect(listener).toHaveBeenCalledOnce());
    dispose();
    dispose();
    value(await library.bookmarks.save(page()));
    let seen = 0;
    library.bookmarks.watchPage(FIRST_PAGE, ({ rows }) => {
      seen = rows.length;
    });
    await vi.waitFor(() => expect(seen).toBe(1));
    expect(listener).toHaveBeenCalledOnce();
  });

  it('run again after a thousand commits elsewhere, which Dexie remembers until then', async () => {
    const { library } = await testLibrary();
    const listener = vi.fn();
    const dispose = library.bookmarks.watchCounts(listener);
    await vi.waitFor(() => expect(listener).toHaveBeenCalledOnce());
    let at = 0;
    const commit = (count: number) => {
      for (const end = at + count; at < end; at += 1) {
        Dexie.on.storagemutated.fire({ 'idb://elsewhere/rows/': new RangeSet(2 * at) });
      }
    };
    commit(500);
    value(await library.bookmarks.save(page()));
    await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(2));
    commit(900);
    await Promise.resolve();
    expect(listener).toHaveBeenCalledTimes(2);
    commit(100);
    await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(3));
    expect(listener).toHaveBeenLastCalledWith(expect.objectContaining({ all: 1 }));
    value(await library.bookmarks.save(page({ url: 'https://other.example/' })));
    await vi.waitFor(() => expect(listener.mock.lastCall?.[0].all).toBe(2));
    dispose();
    const calls = listener.mock.calls.length;
    commit(1000);
    await Promise.resolve();
    expect(listener).toHaveBeenCalledTimes(calls);
  });

  it('deliver an article with its body', async () => {
    const { library } = await testLibrary();
    const html = `<p>${'A long text. '.repeat(1000)}</p>`;
    const { bookmark } = value(await library.bookmarks.save(page({ html })));
    let shown: string | undefined;
    library.articles.watch(bookmark.id, (article) => {
      shown = article?.html;
    });
    await vi.waitFor(() => expect(shown).toBe(html));
  });

  it('do not replace a newer value by an older one that was slow to unpack', async () => {
    const { library, tables, clock } = await testLibrary();
    const { bookmark } = value(await library.bookmarks.save(page({ title: 'Old' })));
    const shown: unknown[] = [];
    const unpacking = new Map<string, () => void>();
    const store = {
      db: tables,
      disk: {},
      now: () => clock.now,
      newId: () => bookmark.id,
      onWatchError: () => expect.unreachable('the query does not fail'),
      onClose: (dispose: Dispose) => dispose,
    };
    const dispose = watchConverted(
      store,
      async () => (await tables.bookmarks.get(bookmark.id))?.title ?? '',
      (title: string) => new Promise((done) => unpacking.set(title, () => done(title))),
      (title) => shown.push(title),
    );
    await vi.waitFor(() => expect([...unpacking.keys()]).toEqual(['Old']));
    value(await library.bookmarks.edit(bookmark.id, { title: 'New' }));
    await vi.waitFor(() => expect([...unpacking.keys()]).toEqual(['Old', 'New']));
    unpacking.get('New')?.();
    await vi.waitFor(() => expect(shown).toEqual(['New']));
    unpacking.get('Old')?.();
    await Promise.resolve();
    expect(shown).toEqual(['New']);
    dispose();
  });
});

describe('a listener that throws', () => {
  it('is reported, and is called again at the next change', async () => {
    const onWatchError = vi.fn();
    const { library } = await testLibrary({ onWatchError });
    const lengths: number[] = [];
    library.bookmarks.watchPage(FIRST_PAGE, ({ rows }) => {
      lengths.push(rows.length);
      if (rows.length === 0) throw new Error('a bug');
    });
    await vi.waitFor(() => expect(onWatchError).toHaveBeenCalledWith(new Error('a bug')));
    value(await library.bookmarks.save(page()));
    await vi.waitFor(() => expect(lengths).toEqual([0, 1]));
  });
});

describe('a live query that fails', () => {
  it('is reported, is repeated after growing intervals, and continues when it succeeds', async () => {
    const onWatchError = vi.fn();
    const { library } = await testLibrary({ onWatchError });
    const broken = vi.spyOn(IDBIndex.prototype, 'getAll').mockImplementation(() => {
      throw new DOMException('Internal error', 'UnknownError');
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const random = vi.spyOn(Math, 'random').mockReturnValue(1);
    const listener = vi.fn();
    library.bookmarks.watchPage(FIRST_PAGE, listener);
    const failures = async (count: number) => {
      await vi.advanceTimersByTimeAsync(0);
      await vi.waitFor(() => expect(onWatchError).toHaveBeenCalledTimes(count));
    };
    await failures(1);
    await vi.advanceTimersByTimeAsync(1000);
    await failures(2);
    await vi.advanceTimersByTimeAsync(1000);
    expect(onWatchError).toHaveBeenCalledTimes(2);
    broken.mockRestore();
    await vi.advanceTimersByTimeAsync(1000);
    vi.useRealTimers();
    random.mockRestore();
    await vi.waitFor(() => expect(listener).toHaveBeenCalled());
    value(await library.bookmarks.save(page()));
    await vi.waitFor(() => expect(listener.mock.lastCall?.[0].rows).toHaveLength(1));
  });

  it('is not repeated once it is disposed of', async () => {
    const onWatchError = vi.fn();
    const { library } = await testLibrary({ onWatchError });
    vi.spyOn(IDBIndex.prototype, 'getAll').mockImplementation(() => {
      throw new DOMException('Internal error', 'UnknownError');
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const dispose = library.bookmarks.watchPage(FIRST_PAGE, () => {});
    await vi.advanceTimersByTimeAsync(0);
    await vi.waitFor(() => expect(onWatchError).toHaveBeenCalledOnce());
    dispose();
    expect(vi.getTimerCount()).toBe(0);
  });
});
