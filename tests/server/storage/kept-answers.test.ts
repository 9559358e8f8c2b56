import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Storage, UserRow } from '../../../server/storage/index';
import { DATABASES, type TestDatabase } from './support/databases';
import { addUser, fakeToken } from './support/rows';

describe.each(DATABASES)('the cache of values that each request needs, on %s', (_, database) => {
  let db: TestDatabase;
  let ours: Storage;
  let theirs: Storage;
  let ada: UserRow;
  beforeEach(async () => {
    db = await database();
    ours = await db.open();
    theirs = await db.open();
    ada = await addUser(ours);
  });
  afterEach(() => db.remove());

  const isKnown = async (hash: string) => (await ours.tokens.authenticate(hash)) !== null;

  it('is updated when this process changes a value', async () => {
    expect(await isKnown('a')).toBe(false);
    const { id } = await ours.tokens.create(fakeToken({ userId: ada.id, hash: 'a' }));
    expect(await isKnown('a')).toBe(true);
    const before = await ours.changeCount(ada.id);
    await ours.bookmarks.create(ada.id, { url: 'https://example.org/' });
    expect(await ours.changeCount(ada.id)).toBeGreaterThan(before);
    await ours.tokens.delete(ada.id, id);
    expect(await isKnown('a')).toBe(false);
  });

  it('is updated in the next turn when another process changes a value', async () => {
    const { id } = await ours.tokens.create(fakeToken({ userId: ada.id, hash: 'a' }));
    expect(await isKnown('a')).toBe(true);
    const before = await ours.changeCount(ada.id);
    await theirs.bookmarks.create(ada.id, { url: 'https://example.org/' });
    await theirs.tokens.delete(ada.id, id);
    await nextTurn();
    expect(await isKnown('a')).toBe(false);
    expect(await ours.changeCount(ada.id)).toBeGreaterThan(before);
  });

  it('has the old value after a transaction that is rolled back', async () => {
    const undone = ours.transaction(async ({ tokens }) => {
      await tokens.create(fakeToken({ userId: ada.id, hash: 'a' }));
      expect(await tokens.authenticate('a')).not.toBeNull();
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    expect(await isKnown('a')).toBe(false);
  });

  it('is limited, and reads the database again after a thousand entries', async () => {
    for (let n = 0; n <= 1000; n++) expect(await isKnown(`guess ${n}`)).toBe(false);
    await ours.tokens.create(fakeToken({ userId: ada.id, hash: 'guess 1' }));
    expect(await isKnown('guess 1')).toBe(true);
  });
});
