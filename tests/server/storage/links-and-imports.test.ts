import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Storage, UserRow } from '../../../server/storage/index';
import { unixMs } from '../../../src/domain/time';
import { DATABASES, type TestDatabase, testClock } from './support/databases';
import { addUser, fakeToken } from './support/rows';

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
    const addToken = () =>
      storage.tokens.create(fakeToken({ userId: ada.id, hash: crypto.randomUUID() }));

    it('lead to their bookmark until they expire or it is deleted', async () => {
      const { key, id } = await storage.bookmarks.create(ada.id, {
        url: 'https://example.com/',
      });
      const tokenId = (await addToken()).id;
      const link = { hash: 'c', bookmarkKey: key, tokenId, expires: unixMs(clock.now() + 1000) };
      const created = await storage.shareLinks.create(link);
      expect(created).toMatchObject(link);
      expect(await storage.shareLinks.find('c')).toEqual(created);
      await storage.shareLinks.clear(link.expires);
      expect(await storage.shareLinks.find('c')).toEqual(created);
      await storage.bookmarks.delete(ada.id, [id]);
      expect(await storage.shareLinks.find('c')).toBeNull();
    });

    it('end when their token is revoked or disabled, or expires', async () => {
      const { key } = await storage.bookmarks.create(ada.id, { url: 'https://example.com/' });
      const works = async (hash: string) => {
        const { rows, total } = await storage.shareLinks.list(ada.id, { limit: 50, offset: 0 });
        const found = await storage.shareLinks.find(hash);
        expect(rows.some((row) => row.hash === hash)).toBe(found !== null);
        expect(total).toBe(rows.length);
        return found !== null;
      };
      const [revoked, disabled, expiring] = [await addToken(), await addToken(), await addToken()];
      for (const { id: tokenId } of [revoked, disabled, expiring]) {
        const link = { hash: tokenId, bookmarkKey: key, tokenId, expires: null };
        await storage.shareLinks.create(link);
        expect(await works(tokenId)).toBe(true);
      }
      await storage.tokens.delete(ada.id, revoked.id);
      await storage.tokens.update(ada.id, disabled.id, { isEnabled: false });
      await storage.tokens.update(ada.id, expiring.id, { expires: unixMs(clock.now() - 1) });
      for (const { id } of [revoked, disabled, expiring]) expect(await works(id)).toBe(false);
    });
  });

  describe('imports', () => {
    const part = (first: number, next: number, text: string) => ({
      first,
      next,
      bytes: bytes(text),
    });
    const textOf = async (id: string, number: number) => {
      const found = await storage.imports.part(id, number);
      return found && new TextDecoder().decode(found.bytes);
    };
    const begin = (account: string | null = null) =>
      storage.imports.create(ada.id, { source: 'csv', options: { label: 'x' }, account });

    it('keep their entries until they are processed', async () => {
      const started = await begin();
      const { id } = started;
      expect(await storage.imports.find(ada.id, id)).toEqual(started);
      await storage.imports.putPart(id, part(0, 3, 'abc'));
      await storage.imports.putPart(id, part(3, 5, 'de'));
      expect(await storage.imports.part(id, 4)).toMatchObject({ first: 3, next: 5 });
      await storage.imports.progress(id, { status: 'running', total: 5, done: 2 });
      expect(await storage.imports.find(ada.id, id)).toEqual({
        ...started,
        status: 'running',
        total: 5,
        done: 2,
      });
      expect([await textOf(id, 2), await textOf(id, 3)]).toEqual(['abc', 'de']);
      await storage.imports.progress(id, { done: 3 });
      expect([await textOf(id, 2), await textOf(id, 3)]).toEqual([null, 'de']);
      await storage.imports.progress(id, { status: 'finished' });
      expect(await textOf(id, 3)).toBeNull();
      await storage.imports.clear(unixMs(clock.now() + 1));
      expect(await storage.imports.find(ada.id, id)).toBeNull();
    });

    it('keep an account until they are finished', async () => {
      const { id } = await begin('{"password":"x"}');
      await storage.imports.progress(id, { status: 'running', done: 5 });
      expect(await storage.imports.account(id)).toBe('{"password":"x"}');
      await storage.imports.progress(id, { status: 'finished' });
      expect(await storage.imports.account(id)).toBeNull();
    });

    it('are deleted when they were not received completely, unless they are running', async () => {
      const [broken, going] = [await begin(), await begin()];
      for (const { id } of [broken, going]) await storage.imports.putPart(id, part(0, 1, 'a'));
      await storage.imports.progress(going.id, { status: 'scheduled', total: 1 });
      await storage.imports.clear(unixMs(clock.now() + 1));
      expect(await storage.imports.find(ada.id, broken.id)).toBeNull();
      expect(await textOf(broken.id, 0)).toBeNull();
      expect(await textOf(going.id, 0)).toBe('a');
    });
  });
});
