import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BLOB_PIECE_BYTES } from '../../../server/storage/contents/blobs';
import type {
  BlobHash,
  BookmarkRow,
  ResourceRow,
  Storage,
  UserRow,
} from '../../../server/storage/index';
import { HOUR_MS, MINUTE_MS } from '../../../src/domain/time';
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

    it('have the bytes that were stored, whether these are a text, an image or neither', async () => {
      const { key, id } = await add();
      const texts = fc.string({ unit: 'binary', maxLength: 9000 }).map(bytes);
      const anyBytes = fc.oneof(texts, fc.uint8Array({ maxLength: 9000 }));
      const large = fc.sample(fc.uint8Array({ minLength: 1000, maxLength: 1000 }), 1500);
      const samples = [
        ...fc.sample(anyBytes, 20),
        bytes('<p>'.repeat(100_000)),
        bytes(''),
        Buffer.concat(large),
        new Uint8Array(BLOB_PIECE_BYTES).fill(255),
        bytes(large.map((each) => Buffer.from(each).toString('base64')).join('\n')),
      ];
      for (const sample of samples) {
        const hash = await storage.contents.storeBlob(sample);
        const stored = { ...resource(hash, 'a.html'), sizeBytes: sample.byteLength };
        await storage.contents.putResources(key, [stored]);
        const found = [await storage.contents.bytes(hash)];
        found.push((await storage.contents.file(id, 'a.html'))?.bytes ?? null);
        const pieces = await storage.contents.pieces(hash);
        found.push(Buffer.concat(await Array.fromAsync(pieces!)));
        for await (const file of storage.contents.filesOf([stored])) {
          found.push(Buffer.concat(await Array.fromAsync(file.pieces)));
        }
        expect(found.map((each) => Buffer.compare(each!, sample))).toEqual([0, 0, 0, 0]);
      }
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

    it.each([10, 29, 31, 59])(
      'are kept for half an hour after they were stored again, %i minutes later',
      async (minutes) => {
        await storage.contents.storeBlob(bytes('again'));
        clock.advance(minutes * MINUTE_MS);
        await storage.contents.storeBlob(bytes('again'));
        clock.advance(30 * MINUTE_MS);
        expect(await storage.contents.collectGarbage()).toBe(0);
        clock.advance(31 * MINUTE_MS);
        expect(await storage.contents.collectGarbage()).toBe(1);
      },
    );
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
  });
});
