import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import { DAY_MS, UNDO_MS, unixMs } from '../../../src/domain/time';
import {
  confirmClock,
  loaded,
  page,
  putOnServer,
  queuedIntents,
  type TestLibrary,
  testLibrary,
  undo,
  value,
} from '../library';

let test: TestLibrary;
let id: BookmarkId;

beforeEach(async () => {
  test = await testLibrary();
  const parts = { images: ['https://example.org/1.png'] };
  id = value(await test.library.bookmarks.save(page(parts))).bookmark.id;
  value(await test.library.articles.addImages(id, [loaded('https://example.org/1.png', 'one')]));
});

const later = (ms: number) => {
  test.clock.now = unixMs(test.clock.now + ms);
};

/** Puts everything on a server, as a sync does. */
const sendAll = () => putOnServer(test.tables);

const intents = async () => (await queuedIntents(test.tables)).map(({ intent }) => intent.kind);

const rowCounts = () =>
  Promise.all(
    [
      test.tables.bookmarks,
      test.tables.articles,
      test.tables.revisions,
      test.tables.assets,
      test.tables.assetUses,
      test.tables.labels,
    ].map((table) => table.count()),
  );

describe('trash', () => {
  it('removes the bookmark from the lists and keeps its article', async () => {
    const { library } = test;
    value(await library.bookmarks.trash([id]));
    expect((await library.bookmarks.get(id))?.trashedAt).toBe(test.clock.now);
    expect(await library.articles.get(id)).not.toBeNull();
    const query = { limit: 20, after: null } as const;
    expect((await library.bookmarks.page({ view: 'all', ...query })).rows).toEqual([]);
    expect((await library.bookmarks.page({ view: 'trash', ...query })).rows).toHaveLength(1);
  });

  it('queues a deletion that is due after the time to undo', async () => {
    await sendAll();
    value(await test.library.bookmarks.trash([id]));
    expect(await test.tables.outbox.toArray()).toMatchObject([
      { bookmarkId: id, intent: { kind: 'delete' }, notBefore: test.clock.now + UNDO_MS },
    ]);
  });

  it('changes nothing the second time', async () => {
    value(await test.library.bookmarks.trash([id]));
    const trashed = await test.library.bookmarks.get(id);
    later(1000);
    value(await test.library.bookmarks.trash([id, id, 'gone' as BookmarkId]));
    expect(await test.library.bookmarks.get(id)).toEqual(trashed);
    expect(await intents()).toEqual(['create', 'delete']);
  });
});

describe('restore', () => {
  it('has the undo of one deletion restore no later one', async () => {
    const { bookmarks } = test.library;
    const first = value(await bookmarks.trash([id]));
    value(await bookmarks.restore([id]));
    later(1);
    const second = value(await bookmarks.trash([id]));
    await undo(test, first);
    expect((await bookmarks.get(id))?.trashedAt).toBe(test.clock.now);
    await undo(test, second);
    expect((await bookmarks.get(id))?.trashedAt).toBeNull();
  });

  it('removes the queued deletion while no request was made for it', async () => {
    value(await test.library.bookmarks.trash([id]));
    value(await test.library.bookmarks.restore([id]));
    expect((await test.library.bookmarks.get(id))?.trashedAt).toBeNull();
    expect(await intents()).toEqual(['create']);
  });

  it('queues a create when the server has deleted the bookmark', async () => {
    value(await test.library.bookmarks.trash([id]));
    await sendAll();
    value(await test.library.bookmarks.edit(id, { readProgress: 10 }));
    value(await test.library.bookmarks.restore([id]));
    expect(await intents()).toEqual(['create']);
  });

  it('queues a create when the server may have deleted the bookmark', async () => {
    await sendAll();
    value(await test.library.bookmarks.trash([id]));
    await test.tables.outbox.toCollection().modify({ state: 'sending' });
    value(await test.library.bookmarks.restore([id]));
    expect(await intents()).toEqual(['delete', 'create']);
  });

  it('does not change a bookmark outside the trash', async () => {
    await sendAll();
    value(await test.library.bookmarks.restore([id, 'gone' as BookmarkId]));
    expect(await intents()).toEqual([]);
  });
});

describe('purge', () => {
  it('removes the bookmark with everything that belongs to it', async () => {
    const { library } = test;
    value(await library.bookmarks.edit(id, { addLabels: ['x'] }));
    value(await library.bookmarks.recapture(id, page({ html: '<p>New</p>' }).capture));
    value(await library.bookmarks.trash([id]));
    value(await library.bookmarks.purge([id]));
    expect(await rowCounts()).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('does not change a bookmark outside the trash', async () => {
    value(await test.library.bookmarks.purge([id, 'gone' as BookmarkId]));
    expect(await test.library.bookmarks.get(id)).not.toBeNull();
    expect(await intents()).toEqual(['create']);
  });

  it('leaves nothing to send for a bookmark that was never sent', async () => {
    value(await test.library.bookmarks.edit(id, { title: 'x' }));
    value(await test.library.bookmarks.trash([id]));
    value(await test.library.bookmarks.purge([id]));
    expect(await intents()).toEqual([]);
  });

  it('keeps the deletion of a bookmark that the server has', async () => {
    await sendAll();
    value(await test.library.bookmarks.edit(id, { title: 'x' }));
    value(await test.library.bookmarks.trash([id]));
    value(await test.library.bookmarks.purge([id]));
    expect(await intents()).toEqual(['delete']);
  });

  it('keeps the deletion of a bookmark whose create may have reached the server', async () => {
    await test.tables.outbox.toCollection().modify({ state: 'sending' });
    value(await test.library.bookmarks.trash([id]));
    value(await test.library.bookmarks.purge([id]));
    expect(await intents()).toEqual(['create', 'delete']);
  });
});

describe('expire', () => {
  it('removes a bookmark from the trash after 30 days', async () => {
    const { library } = test;
    value(await library.bookmarks.trash([id]));
    later(30 * DAY_MS);
    await confirmClock(test);
    expect(value(await library.storage.expire(test.clock.now))).toEqual({ purged: 0 });
    expect(await library.bookmarks.get(id)).not.toBeNull();
    later(1);
    await confirmClock(test);
    expect(value(await library.storage.expire(test.clock.now))).toEqual({ purged: 1 });
    expect(await rowCounts()).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('removes any number of bookmarks, in batches of fifty articles', async () => {
    const { library } = test;
    const pages = Array.from({ length: 120 }, (_, n) => ({
      page: page({ url: `https://example.org/expired/${n}` }),
    }));
    const { added } = value(await library.bookmarks.addMany(pages, { outbox: true }));
    value(await library.bookmarks.trash(added));
    later(30 * DAY_MS + 1);
    await confirmClock(test);
    const get = vi.spyOn(IDBObjectStore.prototype, 'get');
    expect(value(await library.storage.expire(test.clock.now))).toEqual({ purged: 120 });
    const stores = get.mock.contexts as IDBObjectStore[];
    const reads = stores.filter((store) => store.name === 'articles');
    const batches = Map.groupBy(reads, (store) => store.transaction);
    expect([...batches.values()].map((batch) => batch.length)).toEqual([50, 50, 20]);
    expect(await rowCounts()).toEqual([1, 1, 0, 1, 1, 0]);
    get.mockRestore();
  });

  it('never removes a bookmark outside the trash', async () => {
    later(1000 * DAY_MS);
    await confirmClock(test);
    expect(value(await test.library.storage.expire(test.clock.now))).toEqual({ purged: 0 });
    expect(await rowCounts()).toEqual([1, 1, 0, 1, 1, 0]);
  });
});
