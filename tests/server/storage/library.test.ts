import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type BlobHash,
  type BookmarkRow,
  type CollectionFilters,
  EVERYTHING,
  type ResourceRow,
  type Storage,
  type UserRow,
  withAddresses,
} from '../../../server/storage/index';
import { HOUR_MS } from '../../../src/domain/index';
import { DATABASES, type TestDatabase, testClock } from './support/databases';
import { addUser, fakeAnnotation } from './support/rows';

const bytes = (text: string) => new TextEncoder().encode(text);

describe.each(DATABASES)('the library on %s', (_, database) => {
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

  const add = (labels: readonly string[] = []) =>
    storage.bookmarks.create(ada.id, { url: 'https://example.com/', labels });
  const again = async ({ id }: BookmarkRow) => (await storage.bookmarks.find(ada.id, id))!;

  describe('contents', () => {
    it('are stored unchanged, and each part can be written separately', async () => {
      const { key } = await add();
      expect(await storage.contents.find(key)).toBeNull();
      await storage.contents.put(key, { article: '<p>Text</p>', text: 'Text' });
      const links = [
        { url: 'https://a.org/', domain: 'a.org', title: 'A', is_page: true, content_type: '' },
      ];
      await storage.contents.put(key, { links, props: { found: ['x'] }, log: 'done' });
      const content = {
        bookmarkKey: key,
        article: '<p>Text</p>',
        text: 'Text',
        links,
        props: { found: ['x'] },
        log: 'done',
        changed: clock.now(),
      };
      expect(await storage.contents.find(key)).toEqual(content);
      const other = await add();
      expect(await storage.contents.findMany([key, other.key])).toEqual(new Map([[key, content]]));
      await storage.contents.put(key, { article: null });
      expect((await storage.contents.find(key))?.article).toBeNull();
    });

    it('are stored without the characters that a database cannot store', async () => {
      const { key, id } = await add();
      await storage.contents.put(key, { article: 'a\0b', text: 'lone \ud800 half' });
      const written = await storage.contents.find(key);
      expect(written).toMatchObject({ article: 'a\uFFFDb', text: 'lone \uFFFD half' });
      const changed = await storage.bookmarks.update(ada.id, id, { title: 'nul \0 here' });
      expect(changed?.title).toBe('nul \0 here');
      expect((await storage.bookmarks.find(ada.id, id))?.title).toBe('nul \uFFFD here');
    });
  });

  describe('files', () => {
    const resource = (hash: BlobHash, name: string): ResourceRow => ({
      name,
      kind: 'embedded',
      contentType: 'image/png',
      url: 'https://example.com/x.png',
      width: 2,
      height: 1,
      hash,
      sizeBytes: 4,
    });

    it('are stored once for the same bytes, and found by name', async () => {
      const { key, id } = await add();
      const hash = await storage.contents.storeBlob(bytes('same'));
      expect(await storage.contents.storeBlob(bytes('same'))).toBe(hash);
      const rows = [resource(hash, 'a.png'), resource(hash, 'b.png')];
      await storage.contents.putResources(key, rows.toReversed());
      expect(await storage.contents.resources(key)).toEqual(rows);
      const file = await storage.contents.file(id, 'b.png');
      expect({ ...file, bytes: new Uint8Array(file!.bytes) }).toEqual({
        ...rows[1],
        bytes: bytes('same'),
      });
      expect(await storage.contents.file(id, 'c.png')).toBeNull();
      await storage.contents.putResources(key, []);
      expect(await storage.contents.file(id, 'a.png')).toBeNull();
    });

    it('are deleted an hour after the last bookmark that has them', async () => {
      const { key, id } = await add();
      const used = await storage.contents.storeBlob(bytes('used'));
      await storage.contents.storeBlob(bytes('unused'));
      await storage.contents.putResources(key, [resource(used, 'a.png')]);
      expect(await storage.contents.collectGarbage()).toBe(0);
      clock.advance(HOUR_MS + 1);
      expect(await storage.contents.collectGarbage()).toBe(1);
      expect(await storage.contents.file(id, 'a.png')).not.toBeNull();
      await storage.bookmarks.delete(ada.id, [id]);
      expect(await storage.contents.collectGarbage()).toBe(1);
      // Stored again, it is kept for another hour.
      await storage.contents.storeBlob(bytes('unused'));
      expect(await storage.contents.collectGarbage()).toBe(0);
    });
  });

  describe('labels', () => {
    it('are counted, in alphabetical order', async () => {
      await add(['b', 'É']);
      await add(['b', 'a']);
      expect(await storage.labels.list(ada.id)).toEqual([
        { name: 'a', count: 1 },
        { name: 'b', count: 2 },
        { name: 'É', count: 1 },
      ]);
      expect(await storage.labels.find(ada.id, 'b')).toEqual({ name: 'b', count: 2 });
      expect(await storage.labels.find(ada.id, 'B')).toBeNull();
      const grace = await addUser(storage, 'grace');
      expect(await storage.labels.list(grace.id)).toEqual([]);
    });

    it('are renamed on all bookmarks, and merged with an existing label', async () => {
      const first = await add(['old', 'x']);
      const second = await add(['new', 'old']);
      const third = await add(['x']);
      expect(await storage.labels.rename(ada.id, 'old', 'new')).toBe(2);
      expect((await again(first)).labels).toEqual(['new', 'x']);
      expect((await again(second)).labels).toEqual(['new']);
      expect((await again(first)).updated).toBeGreaterThan(first.updated);
      expect(await again(third)).toEqual(third);
      expect(await storage.labels.list(ada.id)).toEqual([
        { name: 'new', count: 2 },
        { name: 'x', count: 2 },
      ]);
      const { rows } = await storage.bookmarks.list(ada.id, EVERYTHING, { limit: 9, offset: 0 });
      const summaries = rows.map(({ summary }) => JSON.parse(withAddresses(summary, '')).labels);
      expect(summaries).toContainEqual(['new', 'x']);
      expect(summaries.flat()).not.toContain('old');
      expect(await storage.labels.rename(ada.id, 'old', 'newer')).toBe(0);
      expect(await storage.labels.rename(ada.id, 'new', 'new')).toBe(2);
    });

    it('are removed from all bookmarks', async () => {
      const row = await add(['a', 'b']);
      expect(await storage.labels.delete(ada.id, 'a')).toBe(1);
      expect((await again(row)).labels).toEqual(['b']);
      expect(await storage.labels.delete(ada.id, 'a')).toBe(0);
      const events = await storage.events.after(ada.id, 0, 10);
      expect(events.map(({ bookmarkId }) => bookmarkId)).toEqual([row.id, row.id]);
    });
  });

  describe('annotations', () => {
    it('are listed in the order of the text', async () => {
      const row = await add();
      const late = await storage.annotations.create(row.key, fakeAnnotation({ position: 9 }));
      const quote = { exact: 'words', prefix: 'some ', suffix: '' };
      const early = await storage.annotations.create(row.key, fakeAnnotation({ quote }));
      expect(await storage.annotations.list(row.key)).toEqual([early, late]);
      expect(early.quote).toEqual(quote);
      expect(await storage.annotations.find(row.key, late.id)).toEqual(late);
      const other = await add();
      expect(await storage.annotations.find(other.key, late.id)).toBeNull();
      expect(await storage.annotations.listMany([row.key, other.key])).toEqual(
        new Map([
          [row.key, [early, late]],
          [other.key, []],
        ]),
      );
      expect((await again(row)).updated).toBeGreaterThan(row.updated);
    });

    it('can be changed, moved and deleted, and change the time of their bookmark', async () => {
      const row = await add();
      const { id } = await storage.annotations.create(row.key, fakeAnnotation({ note: 'n' }));
      const changed = await storage.annotations.update(row.key, id, { color: 'red', note: '' });
      expect(changed?.annotation).toMatchObject({ id, color: 'red', note: '', text: 'words' });
      expect(changed?.bookmark).toEqual(await again(row));
      await storage.annotations.move(row.key, [{ id, startSelector: 'p[2]', position: 4 }]);
      expect(await storage.annotations.find(row.key, id)).toMatchObject({
        startSelector: 'p[2]',
        position: 4,
        color: 'red',
      });
      expect((await again(row)).updated).toBeGreaterThan(changed!.bookmark.updated);
      expect(await storage.annotations.update(row.key, 'nothing', { color: 'red' })).toBeNull();
      expect(await storage.annotations.delete(row.key, id)).toBe(true);
      expect(await storage.annotations.delete(row.key, id)).toBe(false);
      expect(await storage.annotations.list(row.key)).toEqual([]);
    });

    it('are listed for all bookmarks, newest first, in pages', async () => {
      const row = await add();
      for (const text of ['a', 'b', 'c']) {
        clock.advance(1);
        await storage.annotations.create(row.key, fakeAnnotation({ text }));
      }
      const { rows, total } = await storage.annotations.listAll(ada.id, { limit: 2, offset: 1 });
      expect(total).toBe(3);
      expect(rows.map(({ text }) => text)).toEqual(['b', 'a']);
      expect(rows[0]?.bookmark).toEqual({ id: row.id, url: row.url, title: '', siteName: '' });
      const grace = await addUser(storage, 'grace');
      expect(await storage.annotations.listAll(grace.id, { limit: 2, offset: 0 })).toEqual({
        rows: [],
        total: 0,
      });
    });
  });

  describe('collections', () => {
    const filters: CollectionFilters = {
      search: 'apple',
      title: '',
      author: '',
      site: '',
      type: ['article'],
      labels: '',
      note: '',
      read_status: null,
      is_marked: true,
      is_archived: null,
      is_loaded: null,
      has_errors: null,
      has_labels: null,
      has_annotations: null,
      range_start: '',
      range_end: '',
    };

    it('are stored unchanged, and each filter can be changed separately', async () => {
      const made = await storage.collections.create(ada.id, {
        name: 'Mine',
        isPinned: true,
        filters,
      });
      expect(await storage.collections.find(ada.id, made.id)).toEqual(made);
      const changed = await storage.collections.update(ada.id, made.id, {
        isPinned: false,
        filters: { is_marked: null, title: 'x' },
      });
      expect(changed).toEqual({
        ...made,
        isPinned: false,
        filters: { ...filters, is_marked: null, title: 'x' },
        updated: changed!.updated,
      });
      expect(changed!.updated).toBeGreaterThan(made.updated);
      expect(await storage.collections.find(ada.id, made.id)).toEqual(changed);
    });

    it('are listed by name, and can only be changed by their owner', async () => {
      for (const name of ['b', 'a', 'C']) {
        await storage.collections.create(ada.id, { name, isPinned: false, filters });
      }
      const { rows, total } = await storage.collections.list(ada.id, { limit: 2, offset: 0 });
      expect(rows.map(({ name }) => name)).toEqual(['C', 'a']);
      expect(total).toBe(3);
      const grace = await addUser(storage, 'grace');
      const { id } = rows[0]!;
      expect(await storage.collections.find(grace.id, id)).toBeNull();
      expect(await storage.collections.update(grace.id, id, { name: 'x' })).toBeNull();
      expect(await storage.collections.delete(grace.id, id)).toBe(false);
      const before = await storage.changeCount(ada.id);
      expect(await storage.collections.delete(ada.id, id)).toBe(true);
      expect(await storage.changeCount(ada.id)).toBeGreaterThan(before);
    });
  });
});
