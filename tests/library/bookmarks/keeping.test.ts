import { describe, expect, it, vi } from 'vitest';
import { SECOND_MS, unixMs } from '../../../src/domain/time';
import { urlKey } from '../../../src/domain/url-identity';
import { address, page, testLibrary, value } from '../library';

const url = 'https://example.org/a';
const key = urlKey(url)!;

describe('pending captures', () => {
  it('are saved as addresses when their worker died', async () => {
    const { library, tables, clock } = await testLibrary();
    value(await library.pendingCaptures.begin({ urlKey: key, url, title: 'Half saved' }));
    clock.now = unixMs(clock.now + 60 * SECOND_MS);
    const rescued = value(await library.pendingCaptures.rescue(clock.now));
    expect(rescued).toMatchObject([
      { url, title: 'Half saved', content: { kind: 'address', reason: 'failed' } },
    ]);
    expect(await library.bookmarks.findByUrlKey(key)).toEqual(rescued[0]);
    expect(await tables.outbox.toArray()).toMatchObject([{ intent: { kind: 'create' } }]);
    expect(value(await library.pendingCaptures.rescue(clock.now))).toEqual([]);
  });

  it('are not changed while they may still finish', async () => {
    const { library, clock } = await testLibrary();
    value(await library.pendingCaptures.begin({ urlKey: key, url, title: 'A' }));
    expect(value(await library.pendingCaptures.rescue(clock.now))).toEqual([]);
    expect(await library.bookmarks.findByUrlKey(key)).toBeNull();
  });

  it('are removed when they end', async () => {
    const { library, clock } = await testLibrary();
    value(await library.pendingCaptures.begin({ urlKey: key, url, title: 'A' }));
    value(await library.pendingCaptures.end(key));
    expect(value(await library.pendingCaptures.rescue(unixMs(clock.now + 1)))).toEqual([]);
  });

  it('do not change an existing bookmark', async () => {
    const { library, clock } = await testLibrary();
    const { bookmark } = value(await library.bookmarks.save(page({ url })));
    value(await library.pendingCaptures.begin({ urlKey: key, url, title: 'Other' }));
    const rescued = value(await library.pendingCaptures.rescue(unixMs(clock.now + 1)));
    expect(rescued).toEqual([bookmark]);
  });

  it('are saved once when two contexts start at the same time', async () => {
    const { library, another, tables, clock } = await testLibrary();
    const other = await another();
    value(await library.pendingCaptures.begin({ urlKey: key, url, title: 'A' }));
    const before = unixMs(clock.now + 1);
    const both = await Promise.all([
      library.pendingCaptures.rescue(before),
      other.pendingCaptures.rescue(before),
    ]);
    expect(both.flatMap(value)).toHaveLength(1);
    expect(await tables.bookmarks.count()).toBe(1);
  });
});

describe('drafts', () => {
  it('are kept until the popup opens again', async () => {
    const { library, another, clock } = await testLibrary();
    expect(await library.drafts.get(key)).toBeNull();
    value(await library.drafts.put({ urlKey: key, title: 'Half ty', label: 'to r' }));
    const draft = { urlKey: key, title: 'Half ty', label: 'to r', updated: clock.now };
    expect(await (await another()).drafts.get(key)).toEqual(draft);
  });

  it('are removed when they are empty or discarded', async () => {
    const { library } = await testLibrary();
    value(await library.drafts.put({ urlKey: key, title: 'Half' }));
    value(await library.drafts.put({ urlKey: key, title: '', label: '' }));
    expect(await library.drafts.get(key)).toBeNull();
    value(await library.drafts.put({ urlKey: key, title: 'Half' }));
    value(await library.drafts.remove(key));
    expect(await library.drafts.get(key)).toBeNull();
  });
});

describe('addMany', () => {
  it('adds the bookmarks that are missing, with their state', async () => {
    const { library, tables } = await testLibrary();
    value(await library.bookmarks.save(page({ url })));
    const imported = { labels: [' b ', 'a', 'B'], isArchived: true, readProgress: 50 };
    const result = value(
      await library.bookmarks.addMany(
        [
          { page: page({ url: 'https://example.org/b' }), created: unixMs(5), ...imported },
          { page: address({ url: 'https://example.org/b#again' }) },
          { page: address({ url }) },
          { page: address({ url: 'javascript:void 0' }) },
        ],
        { outbox: true },
      ),
    );
    expect(result.skipped).toBe(3);
    expect(await library.bookmarks.get(result.added[0]!)).toMatchObject({
      created: 5,
      labels: ['b', 'a'],
      isArchived: true,
      readProgress: 50,
      content: { kind: 'article' },
    });
    expect(await tables.outbox.count()).toBe(2);
    expect(await tables.meta.get('counts')).toMatchObject({ counts: { all: 2, archive: 1 } });
  });

  it('queues nothing for bookmarks that came from the server', async () => {
    const { library, tables } = await testLibrary();
    value(await library.bookmarks.addMany([{ page: address() }], { outbox: false }));
    expect(await tables.outbox.count()).toBe(0);
  });
});

describe('storage', () => {
  it('asks the browser once to keep the library, and stores the answer', async () => {
    const persist = vi.fn().mockResolvedValueOnce(false).mockResolvedValue(true);
    const { library, another } = await testLibrary({ storage: { persist } });
    expect((await library.storage.state()).persisted).toBeNull();
    expect(await library.storage.askToPersist()).toBe(false);
    expect(await (await another()).storage.askToPersist()).toBe(false);
    expect(persist).toHaveBeenCalledOnce();
    expect((await library.storage.state()).persisted).toBe(false);
  });

  it('asks the browser again when a person requests it', async () => {
    const persist = vi.fn().mockResolvedValueOnce(false).mockResolvedValue(true);
    const { library } = await testLibrary({ storage: { persist } });
    expect(await library.storage.askToPersist()).toBe(false);
    expect(await library.storage.askToPersist({ again: true })).toBe(true);
    expect(await library.storage.askToPersist()).toBe(true);
    expect(persist).toHaveBeenCalledTimes(2);
  });

  it("reports the browser's current answer when it has changed", async () => {
    const storage = { persist: async () => false, persisted: async () => true };
    const { library } = await testLibrary({ storage });
    await library.storage.askToPersist();
    expect((await library.storage.state()).persisted).toBe(true);
  });

  it.each([
    { usage: 1e9, quota: 100e9, isLow: false },
    { usage: 96e9, quota: 100e9, isLow: true },
    { usage: 0.85e9, quota: 1e9, isLow: false },
    { usage: 0.91e9, quota: 1e9, isLow: true },
  ])('with $usage of $quota bytes used is low: $isLow', async ({ usage, quota, isLow }) => {
    const storage = { estimate: async () => ({ usage, quota }) };
    const { library } = await testLibrary({ storage });
    expect(await library.storage.state()).toEqual({
      usedBytes: usage,
      quotaBytes: quota,
      isLow,
      persisted: null,
    });
  });

  it('reports unknown values when the browser gives none', async () => {
    const { library } = await testLibrary();
    expect(await library.storage.state()).toEqual({
      usedBytes: null,
      quotaBytes: null,
      isLow: false,
      persisted: null,
    });
    expect(await library.storage.askToPersist()).toBe(false);
  });
});
