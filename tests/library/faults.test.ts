import { IDBObjectStore } from 'fake-indexeddb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { BookmarkId } from '../../src/domain/bookmark';
import type { CollectionId } from '../../src/domain/collection';
import type { HighlightId } from '../../src/domain/highlight';
import { DAY_MS, unixMs } from '../../src/domain/time';
import { urlKey } from '../../src/domain/url-identity';
import { highlightRepository } from '../../src/library';
import { allRows, failWrite, simulateNoRoomForArticles } from './faults';
import {
  address,
  capture,
  confirmClock,
  loaded,
  page,
  shadowOf,
  type TestLibrary,
  testLibrary,
  value,
} from './library';
import { type Attempt, testWholeWrites } from './whole-writes';

afterEach(() => vi.restoreAllMocks());

const IMAGE = 'https://example.org/1.png';
const LATE_IMAGE = 'https://example.org/2.png';
const KEPT = 'b000001' as BookmarkId;
const TRASHED = 'b000002' as BookmarkId;
const COLLECTION = 'b000003' as CollectionId;
const HIGHLIGHT = 'b000004' as HighlightId;
const QUOTE = { exact: 'One', prefix: '', suffix: ' two three' };
const POSITION = { start: 0, end: 3, textLength: 11, textHash: 'one' };
const PENDING = {
  urlKey: urlKey('https://example.org/p')!,
  url: 'https://example.org/p',
  title: 'P',
};

/** A library with rows in every table. */
async function createFilledLibrary(): Promise<TestLibrary> {
  const test = await testLibrary();
  const { bookmarks, articles, collections, drafts, pendingCaptures } = test.library;
  const highlights = test.library.part(highlightRepository);
  value(await bookmarks.save(page({ images: [IMAGE, LATE_IMAGE], iconUrl: IMAGE })));
  value(await bookmarks.save(page({ url: 'https://example.org/b', images: [IMAGE] })));
  for (const id of [KEPT, TRASHED]) value(await articles.addImages(id, [loaded(IMAGE, 'one')]));
  value(await bookmarks.edit(TRASHED, { addLabels: ['a', 'b'] }));
  value(await bookmarks.edit(KEPT, { addLabels: ['d'] }));
  value(await bookmarks.recapture(TRASHED, capture({ html: '<p>New</p>', images: [IMAGE] })));
  value(await collections.create({ name: 'Ice' }));
  for (const bookmarkId of [KEPT, TRASHED]) {
    value(await highlights.add({ bookmarkId, quote: QUOTE, color: 'yellow', position: POSITION }));
  }
  value(await bookmarks.trash([TRASHED]));
  value(await pendingCaptures.begin(PENDING));
  value(await drafts.put({ urlKey: PENDING.urlKey, title: 'Half' }));
  value(
    await test.library.sync.transaction({ ids: [KEPT, TRASHED] }, (tx) => {
      for (const [id, article] of [[KEPT, 'pending'] as const, [TRASHED, 'skipped'] as const]) {
        tx.put({ ...tx.get(id), shadow: { ...shadowOf(id), article } });
      }
    }),
  );
  test.clock.now = unixMs(test.clock.now + 40 * DAY_MS);
  await confirmClock(test);
  // Older changes would expire in a transaction of their own.
  await Promise.all([test.tables.groups.clear(), test.tables.log.clear()]);
  value(await bookmarks.edit(KEPT, { isFavourite: true }));
  return test;
}

const WRITES: Readonly<Record<string, Attempt<TestLibrary>>> = {
  'saving an address': ({ library }) =>
    library.bookmarks.save(address({ url: 'https://example.org/new' })),
  'saving a page that is in the trash': ({ library }) =>
    library.bookmarks.save(address({ url: 'https://example.org/b' })),
  addMany: ({ library }) =>
    library.bookmarks.addMany(
      ['x', 'y'].map((path) => ({
        page: page({ url: `https://example.org/${path}` }),
        labels: ['a'],
      })),
      { outbox: true },
    ),
  edit: ({ library }) =>
    library.bookmarks.edit(KEPT, { title: 'Mine', isArchived: true, addLabels: ['a', 'c'] }),
  'creating a collection': ({ library }) => library.collections.create({ name: 'New' }),
  'editing a collection': ({ library }) => library.collections.edit(COLLECTION, { name: 'Old' }),
  'deleting a collection': ({ library }) => library.collections.delete(COLLECTION),
  'adding a highlight': ({ library }) =>
    library
      .part(highlightRepository)
      .add({ bookmarkId: KEPT, quote: QUOTE, color: 'red', position: null }),
  'editing a highlight': ({ library }) =>
    library.part(highlightRepository).edit(HIGHLIGHT, { note: 'Cold' }),
  'deleting a highlight': ({ library }) => library.part(highlightRepository).delete([HIGHLIGHT]),
  'storing the position of a highlight': ({ library }) =>
    library
      .part(highlightRepository)
      .setPositions(new Map([[HIGHLIGHT, { ...POSITION, start: 7 }]])),
  recapture: ({ library }) =>
    library.bookmarks.recapture(KEPT, capture({ html: '<p>Other</p>', images: [IMAGE] })),
  trash: ({ library }) => library.bookmarks.trash([KEPT]),
  restore: ({ library }) => library.bookmarks.restore([TRASHED]),
  purge: ({ library }) => library.bookmarks.purge([TRASHED]),
  expire: ({ library, clock }) => library.storage.expire(clock.now),
  rescue: ({ library, clock }) => library.pendingCaptures.rescue(clock.now),
  'changing the shadow of a bookmark': ({ library }) =>
    library.sync.transaction({ ids: [KEPT] }, (tx) => tx.put({ ...tx.get(KEPT), shadow: null })),
  'skipping articles': ({ library }) => library.sync.skipArticles([KEPT]),
  'requeuing skipped articles': ({ library }) => library.sync.requeueSkippedArticles(),
  'storing articles': ({ library }) =>
    library.sync.storeArticles(
      new Map([[KEPT, { html: '<p>Ice</p>', images: [], icon: null, image: null }]]),
    ),
  'beginning a capture': ({ library }) =>
    library.pendingCaptures.begin({ ...PENDING, urlKey: urlKey('https://example.org/q')! }),
  'ending a capture': ({ library }) => library.pendingCaptures.end(PENDING.urlKey),
  'removing a draft': ({ library }) => library.drafts.remove(PENDING.urlKey),
  'writing a draft': ({ library }) =>
    library.drafts.put({ urlKey: urlKey('https://example.org/q')!, title: 'Half' }),
};

testWholeWrites(createFilledLibrary, WRITES);

describe('saving a page that does not fit', () => {
  it.each(['quota-on-request', 'quota-on-commit'] as const)(
    'keeps the address when one of its writes fails (%s)',
    async (fault) => {
      const url = 'https://example.org/new';
      for (let number = 1; ; number += 1) {
        const test = await createFilledLibrary();
        failWrite(number, fault);
        const saved = value(await test.library.bookmarks.save(page({ url, siteName: 'Ex' })));
        vi.restoreAllMocks();
        const { id } = saved.bookmark;
        expect(await test.library.bookmarks.get(id)).toEqual(saved.bookmark);
        expect(await test.tables.outbox.where('bookmarkId').equals(id).count()).toBe(1);
        if (saved.kind === 'created') return;
        expect(saved).toMatchObject({
          kind: 'address-kept',
          bookmark: { content: { kind: 'address', reason: 'quota' }, siteName: 'Ex', wordCount: 0 },
        });
        expect(await test.library.articles.get(id)).toBeNull();
        test.close();
      }
    },
  );

  it('keeps the address when the next transaction may only delete', async () => {
    simulateNoRoomForArticles();
    const { library } = await testLibrary();
    expect(value(await library.bookmarks.save(page())).kind).toBe('address-kept');
  });

  it('reports an error and changes nothing when not even the address fits', async () => {
    const test = await createFilledLibrary();
    const before = await allRows(test.tables);
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const saved = await test.library.bookmarks.save(page({ url: 'https://example.org/new' }));
    vi.restoreAllMocks();
    expect(saved).toEqual({ ok: false, error: { kind: 'quota' } });
    expect(await allRows(test.tables)).toEqual(before);
  });

  it('does not change a bookmark that has only its address', async () => {
    const test = await testLibrary();
    const { bookmark } = value(await test.library.bookmarks.save(address()));
    failWrite(3, 'quota-on-request');
    const saved = value(await test.library.bookmarks.save(page()));
    expect(saved).toEqual({ kind: 'existing', bookmark, restored: false });
  });
});

describe('images whose write is interrupted', () => {
  it('leave the library unchanged, at each of their writes', async () => {
    const test = await createFilledLibrary();
    const before = await allRows(test.tables);
    for (let number = 1; ; number += 1) {
      failWrite(number, 'killed');
      const written = await test.library.articles.addImages(KEPT, [loaded(LATE_IMAGE, 'two')]);
      vi.restoreAllMocks();
      if (written.ok) {
        expect(number).toBeGreaterThan(2);
        return;
      }
      expect(written.error.kind).toBe('unavailable');
      expect(await allRows(test.tables)).toEqual(before);
    }
  });
});

describe('images that do not fit', () => {
  it('are dropped with the reason, and the others are kept', async () => {
    const test = await testLibrary();
    const urls = [1, 2, 3].map((n) => `https://example.org/${n}.png`);
    const { bookmark } = value(await test.library.bookmarks.save(page({ images: urls })));
    const original = IDBObjectStore.prototype.add;
    vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (
      this: IDBObjectStore,
      row,
      key,
    ) {
      const isLarge = this.name === 'assets' && row.bytes.length > 100;
      if (isLarge) throw new DOMException('full', 'QuotaExceededError');
      return Reflect.apply(original, this, [row, key]);
    });
    value(
      await test.library.articles.addImages(
        bookmark.id,
        urls.map((url, n) => loaded(url, n === 1 ? 'x'.repeat(1000) : `small ${n}`)),
      ),
    );
    const article = await test.library.articles.get(bookmark.id);
    expect(article?.images.map((image) => (image.hash === null ? image.reason : 'kept'))).toEqual([
      'kept',
      'quota',
      'kept',
    ]);
    expect(article?.report).toMatchObject({ imagesKept: 2, imagesDropped: 1 });
    expect(await test.tables.assets.count()).toBe(2);
  });
});
