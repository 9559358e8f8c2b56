import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Storage, UserRow } from '../../server/storage';
import { unixMs } from '../../src/domain';
import { DATABASES, type TestDatabase, testClock } from './support/databases';
import { addUser } from './support/rows';

const bytes = (text: string) => new TextEncoder().encode(text);

describe.each(DATABASES)('links and imports on %s', (_, database) => {
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

  describe('public links', () => {
    it('lead to their bookmark until they are cleared away', async () => {
      const { key, id } = await storage.bookmarks.create(ada.id, {
        url: 'https://example.com/',
      });
      const link = { code: 'c', bookmarkKey: key, expires: unixMs(clock.now() + 1000) };
      await storage.shareLinks.create(link);
      expect(await storage.shareLinks.find('c')).toEqual(link);
      await storage.shareLinks.clear(link.expires);
      expect(await storage.shareLinks.find('c')).toEqual(link);
      await storage.bookmarks.delete(ada.id, [id]);
      expect(await storage.shareLinks.find('c')).toBeNull();
    });
  });

  describe('imports', () => {
    it('keep their file until they are finished', async () => {
      const started = await storage.imports.create(ada.id, {
        source: 'csv',
        options: { label: 'x' },
        data: bytes('url'),
      });
      expect(await storage.imports.find(ada.id, started.id)).toEqual(started);
      expect(new Uint8Array((await storage.imports.data(started.id))!)).toEqual(bytes('url'));
      await storage.imports.progress(started.id, { status: 'running', total: 5, done: 2 });
      expect(await storage.imports.find(ada.id, started.id)).toEqual({
        ...started,
        status: 'running',
        total: 5,
        done: 2,
      });
      await storage.imports.progress(started.id, { status: 'finished', done: 5 });
      expect(await storage.imports.data(started.id)).toBeNull();
      await storage.imports.clear(unixMs(clock.now() + 1));
      expect(await storage.imports.find(ada.id, started.id)).toBeNull();
    });
  });
});
