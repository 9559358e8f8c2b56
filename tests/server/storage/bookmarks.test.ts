import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  EVERYTHING,
  type NewBookmark,
  type Storage,
  type UserRow,
  withAddresses,
} from '../../../server/storage/index';
import { BookmarkSummary } from '../../../src/contract/index';
import { unixMs } from '../../../src/domain/time';
import { DATABASES, type TestDatabase, testClock } from './support/databases';
import { addUser } from './support/rows';

const URL = 'https://example.com/a';

describe.each(DATABASES)('bookmarks on %s', (_, database) => {
  const clock = testClock();
  let db: TestDatabase;
  let storage: Storage;
  let ada: UserRow;
  beforeEach(async () => {
    db = await database();
    storage = await db.open(clock.now);
    ada = await addUser(storage);
  });
  afterEach(() => db.remove());

  const add = (bookmark: Partial<NewBookmark> = {}) =>
    storage.bookmarks.create(ada.id, { url: URL, ...bookmark });
  const list = async (wanted = EVERYTHING, page = { limit: 50, offset: 0 }) =>
    (await storage.bookmarks.list(ada.id, wanted, page)).rows.map(({ id }) => id);

  it('are stored unchanged', async () => {
    const written = await add({
      state: 0,
      title: 'A title\u0001 with “signs” \ud83c\udf31',
      authors: ['Ada', 'Grace'],
      labels: ['b', 'É', 'a', 'b'],
      published: unixMs(0),
      images: { icon: { name: 'icon.png', width: 16, height: 16 } },
      errors: ['cannot load resource'],
      isFavourite: true,
      readProgress: 40,
      readAnchor: 'p',
    });
    expect(written.labels).toEqual(['a', 'b', 'É']);
    expect(await storage.bookmarks.find(ada.id, written.id)).toEqual(written);
    expect(await storage.bookmarks.findById(written.id)).toEqual(written);
    expect(await storage.bookmarks.findByKey(written.key)).toEqual(written);
    expect(await storage.bookmarks.find(ada.id, 'nobody')).toBeNull();
  });

  it('store names up to the length that an index can hold', async () => {
    // The names are random, so that the database cannot compress them.
    const name = () =>
      Array.from({ length: 4000 }, () => 0x4e00 + Math.floor(Math.random() * 0x5000))
        .map((code) => String.fromCodePoint(code))
        .join('');
    const [site, siteName, domain] = [name(), name(), name()];
    const row = await add({
      site,
      siteName,
      domain,
      title: name(),
      url: `https://a.org/${name()}`,
    });
    expect(row.siteName).toBe(siteName.slice(0, 255));
    expect(await storage.bookmarks.find(ada.id, row.id)).toEqual(row);
    const changed = await storage.bookmarks.update(ada.id, row.id, {
      siteName: `${'x'.repeat(254)}🍃`,
    });
    expect(changed?.siteName).toBe('x'.repeat(254));
  });

  it('have a summary that matches the contract', async () => {
    const { id } = await add({
      state: 0,
      title: 'Not an address: \u0001',
      hasArticle: true,
      wordCount: 450,
      images: { thumbnail: { name: 'thumbnail.jpeg', width: 380, height: 200 } },
    });
    const { rows } = await storage.bookmarks.list(ada.id, EVERYTHING, { limit: 1, offset: 0 });
    const summary = JSON.parse(withAddresses(rows[0]!.summary, 'https://example.org/reading'));
    expect(BookmarkSummary.parse(summary)).toEqual(summary);
    expect(summary).toMatchObject({
      href: `https://example.org/reading/api/bookmarks/${id}`,
      title: 'Not an address: \u0001',
      reading_time: 2,
      resources: {
        article: { src: `https://example.org/reading/api/bookmarks/${id}/article` },
        thumbnail: {
          src: `https://example.org/reading/bm/${id.slice(0, 2)}/${id}/img/thumbnail.jpeg`,
          width: 380,
          height: 200,
        },
      },
    });
  });

  it('have a later time after each change, even when the clock stands still', async () => {
    const { id, updated } = await add();
    const changed = await storage.bookmarks.update(ada.id, id, { title: 'New' });
    const again = await storage.bookmarks.update(ada.id, id, (row) => ({
      title: `${row.title}er`,
    }));
    expect(changed!.updated).toBeGreaterThan(updated);
    expect(again!.updated).toBeGreaterThan(changed!.updated);
    expect(again!.title).toBe('Newer');
    // A bookmark that is created later is not older than an earlier change.
    expect((await add()).updated).toBeGreaterThanOrEqual(again!.updated);
    const same = await storage.bookmarks.update(ada.id, id, {});
    expect(same).toEqual(again);
    expect(await storage.bookmarks.update(ada.id, 'nobody', { title: 'x' })).toBeNull();
    await storage.bookmarks.delete(ada.id, [id]);
    const changes = await storage.bookmarks.changedSince(ada.id, updated);
    expect(changes.find((change) => change.id === id)?.time).toBeGreaterThan(again!.updated);
  });

  it('leave a tombstone and an event when they are deleted', async () => {
    const kept = await add();
    const gone = await add();
    clock.advance(1000);
    const before = clock.now();
    expect(await storage.bookmarks.delete(ada.id, [gone.id, 'unknown'])).toBe(1);
    expect(await list()).toEqual([kept.id]);
    expect(await storage.bookmarks.changedSince(ada.id, before)).toEqual([
      { id: gone.id, time: before, type: 'delete' },
    ]);
    expect(await storage.bookmarks.changedSince(ada.id, null)).toEqual([
      { id: kept.id, time: kept.updated, type: 'update' },
    ]);
    const events = await storage.events.after(ada.id, 0, 10);
    expect(events.map(({ bookmarkId, type }) => [bookmarkId, type])).toEqual([
      [kept.id, 'update'],
      [gone.id, 'update'],
      [gone.id, 'delete'],
    ]);
    expect(await storage.events.latest(ada.id)).toBe(events.at(-1)!.seq);
  });

  it('are found by their original and their final address', async () => {
    const first = await add({ url: 'https://example.com/final', initialUrl: 'https://t.co/x' });
    expect((await storage.bookmarks.findByUrl(ada.id, 'https://t.co/x'))?.id).toBe(first.id);
    const second = await add({ url: 'https://example.com/final' });
    const found = await storage.bookmarks.findByUrl(ada.id, 'https://example.com/final');
    expect(found?.id).toBe(second.id);
    expect(await storage.bookmarks.findByUrl(ada.id, 'https://example.com/')).toBeNull();
  });
});
