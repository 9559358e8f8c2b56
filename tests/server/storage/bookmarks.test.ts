import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type BookmarkRow,
  EVERYTHING,
  type NewBookmark,
  type Storage,
  type UserRow,
  withAddresses,
} from '../../../server/storage/index';
import { BookmarkSummary } from '../../../src/contract/index';
import { unixMs } from '../../../src/domain/index';
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
      isMarked: true,
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

  it('are listed newest first, in pages, for each user separately', async () => {
    const grace = await addUser(storage, 'grace');
    await storage.bookmarks.create(grace.id, { url: URL });
    const ids: string[] = [];
    for (let created = 1; created <= 5; created++) {
      ids.unshift((await add({ created: unixMs(created) })).id);
    }
    expect(await list()).toEqual(ids);
    expect(await list(EVERYTHING, { limit: 2, offset: 3 })).toEqual(ids.slice(3));
    expect(await list({ ...EVERYTHING })).toEqual(ids);
    const page = await storage.bookmarks.list(ada.id, EVERYTHING, { limit: 2, offset: 9 });
    expect(page).toEqual({ rows: [], total: 5 });
  });

  it('are filtered by each property', async () => {
    const marked = await add({ isMarked: true, created: unixMs(1), state: 0 });
    const read = await add({ readProgress: 100, type: 'video', created: unixMs(2), state: 0 });
    const failed = await add({ errors: ['x'], created: unixMs(3), labels: ['a'], state: 0 });
    const loading = await add({ created: unixMs(4), isArchived: true });
    const ids = (...rows: readonly BookmarkRow[]) => rows.map(({ id }) => id);
    const only = (wanted: Partial<typeof EVERYTHING>) => list({ ...EVERYTHING, ...wanted });
    expect(await only({ isMarked: true })).toEqual(ids(marked));
    expect(await only({ isArchived: false })).toEqual(ids(failed, read, marked));
    expect(await only({ isLoaded: false })).toEqual(ids(loading));
    expect(await only({ isLoaded: true })).toEqual(ids(failed, read, marked));
    expect(await only({ hasErrors: true })).toEqual(ids(failed));
    expect(await only({ hasLabels: true })).toEqual(ids(failed));
    expect(await only({ types: ['video', 'photo'] })).toEqual(ids(read));
    expect(await only({ types: [] })).toEqual([]);
    expect(await only({ readStatus: ['unread'] })).toEqual(ids(loading, failed, marked));
    expect(await only({ readStatus: ['reading', 'read'] })).toEqual(ids(read));
    expect(await only({ createdFrom: unixMs(2), createdTo: unixMs(3) })).toEqual(ids(failed, read));
    const requestedIds = [loading.id, marked.id, 'unknown', loading.id];
    expect(await only({ ids: requestedIds })).toEqual(ids(loading, marked));
    expect(await only({ ids: requestedIds.toReversed(), order: { kind: 'as-given' } })).toEqual(
      ids(loading, marked),
    );
    expect(await only({ ids: [marked.id, read.id], order: { kind: 'as-given' } })).toEqual(
      ids(marked, read),
    );
  });

  it('are sorted by the requested keys, and equal ones by age', async () => {
    const b = await add({ title: 'b', siteName: 'Z', published: unixMs(9), created: unixMs(1) });
    const a = await add({ title: 'Á', siteName: 'z', wordCount: 10, created: unixMs(2) });
    const c = await add({ title: 'c', site: 'a.net', durationSeconds: 60, created: unixMs(3) });
    const by = (...keys: readonly ('title' | '-title' | 'site' | 'duration' | '-published')[]) =>
      list({ ...EVERYTHING, order: { kind: 'by', keys } });
    expect(await by('title')).toEqual([a.id, b.id, c.id]);
    expect(await by('-title')).toEqual([c.id, b.id, a.id]);
    expect(await by('site')).toEqual([c.id, b.id, a.id]);
    expect(await by('duration')).toEqual([b.id, a.id, c.id]);
    expect(await by('-published')).toEqual([b.id, c.id, a.id]);
    expect(await by('site', 'title')).toEqual([c.id, a.id, b.id]);
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
  });

  it('cannot be changed or deleted by other users', async () => {
    const grace = await addUser(storage, 'grace');
    const { id } = await add({ title: 'Mine' });
    expect(await storage.bookmarks.find(grace.id, id)).toBeNull();
    expect(await storage.bookmarks.update(grace.id, id, { title: 'Yours' })).toBeNull();
    expect(await storage.bookmarks.delete(grace.id, [id])).toBe(0);
    expect((await storage.bookmarks.find(ada.id, id))?.title).toBe('Mine');
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

  it('are deleted when their deletion is due', async () => {
    const soon = await add({ deleteAt: unixMs(clock.now() + 1000) });
    const later = await add({ deleteAt: unixMs(clock.now() + 3000) });
    const takenBack = await add({ deleteAt: unixMs(clock.now() + 1000) });
    await storage.bookmarks.update(ada.id, takenBack.id, { deleteAt: null });
    expect(await storage.bookmarks.deleteDue()).toBe(0);
    clock.advance(1000);
    expect(await storage.bookmarks.deleteDue()).toBe(1);
    expect(await storage.bookmarks.find(ada.id, soon.id)).toBeNull();
    expect(await storage.bookmarks.find(ada.id, later.id)).not.toBeNull();
    expect(await storage.bookmarks.find(ada.id, takenBack.id)).not.toBeNull();
  });

  it('are found by their original and their final address', async () => {
    const first = await add({ url: 'https://example.com/final', initialUrl: 'https://t.co/x' });
    expect((await storage.bookmarks.findByUrl(ada.id, 'https://t.co/x'))?.id).toBe(first.id);
    const second = await add({ url: 'https://example.com/final' });
    const found = await storage.bookmarks.findByUrl(ada.id, 'https://example.com/final');
    expect(found?.id).toBe(second.id);
    expect(await storage.bookmarks.findByUrl(ada.id, 'https://example.com/')).toBeNull();
  });

  it('complete a typed prefix', async () => {
    await add({ title: 'Café society', authors: ['Ada', 'Grace'], labels: ['sf'], site: 'a.org' });
    await add({ title: 'Other', authors: ['Ada'], labels: ['science'], site: 'b.org' });
    const complete = (field: 'author' | 'label' | 'site' | 'title', pattern: string) =>
      storage.bookmarks.complete(ada.id, field, pattern, 10);
    expect(await complete('title', 'cafe*')).toEqual(['Café society']);
    expect(await complete('author', '*a*')).toEqual(['Ada', 'Grace']);
    expect(await complete('author', 'a*a')).toEqual(['Ada']);
    expect(await complete('label', 's*')).toEqual(['science', 'sf']);
    expect(await complete('label', 's')).toEqual([]);
    expect(await complete('site', '*.org')).toEqual(['a.org', 'b.org']);
  });

  it('increase the change count', async () => {
    const before = await storage.changeCount(ada.id);
    const { id } = await add();
    const created = await storage.changeCount(ada.id);
    await storage.bookmarks.update(ada.id, id, { isMarked: true });
    const updated = await storage.changeCount(ada.id);
    await storage.bookmarks.delete(ada.id, [id]);
    const deleted = await storage.changeCount(ada.id);
    expect(created).toBeGreaterThan(before);
    expect(updated).toBeGreaterThan(created);
    expect(deleted).toBeGreaterThan(updated);
    expect(await storage.bookmarks.list(ada.id, EVERYTHING, { limit: 5, offset: 0 })).toEqual({
      rows: [],
      total: 0,
    });
  });
});
