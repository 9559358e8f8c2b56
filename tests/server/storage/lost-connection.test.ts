import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ChangeNotification, openStorage, type Storage } from '../../../server/storage/index';
import { toUnavailable } from '../../../server/storage/postgres/pool';
import { type CutLine, cutLine } from './support/cut-line';
import { DATABASES, type TestDatabase } from './support/databases';
import { addUser, fakeToken } from './support/rows';

const [, postgres] = DATABASES[1];
const GONE = { name: 'StorageUnavailable', reason: 'gone' };

describe('PostgreSQL, when the line to it is cut', () => {
  let db: TestDatabase;
  let line: CutLine;
  let storage: Storage;
  beforeEach(async () => {
    db = await postgres();
    line = await cutLine(db.address);
    storage = await openStorage({ database: line.address });
  });
  afterEach(async () => {
    await storage.close();
    await line.close();
    await db.remove();
  });

  it('is gone for all who ask, and is there again with the line', async () => {
    const ada = await addUser(storage);
    line.cut();
    await expect(storage.users.find(ada.id)).rejects.toMatchObject(GONE);
    await expect(storage.bookmarks.create(ada.id, { url: 'https://a.org/' })).rejects.toMatchObject(
      GONE,
    );
    line.mend();
    expect(await storage.users.find(ada.id)).toEqual(ada);
    await storage.bookmarks.create(ada.id, { url: 'https://a.org/' });
  });

  it('keeps nothing of a transaction that was under way', async () => {
    const ada = await addUser(storage);
    const writing = storage.transaction(async ({ tokens, bookmarks }) => {
      await tokens.create(fakeToken({ userId: ada.id, hash: 'h' }));
      line.cut();
      await bookmarks.create(ada.id, { url: 'https://a.org/' });
    });
    await expect(writing).rejects.toMatchObject(GONE);
    line.mend();
    expect(await storage.tokens.authenticate('h')).toBeNull();
    expect(await storage.changeCount(ada.id)).toBe(0);
  });

  it('tells listeners that they missed something, once it is there again', async () => {
    const ada = await addUser(storage);
    const heard: ChangeNotification[] = [];
    storage.events.listen((news) => heard.push(news));
    await vi.waitFor(() => expect(heard).toEqual([{ kind: 'missed' }]));
    line.cut();
    line.mend();
    await vi.waitFor(() => expect(heard).toHaveLength(2));
    await storage.bookmarks.create(ada.id, { url: 'https://a.org/' });
    await vi.waitFor(() => expect(heard).toContainEqual({ kind: 'change', userId: ada.id }));
  });

  it('is gone when there is no server at all', async () => {
    const nobody = new URL(db.address);
    nobody.port = '1';
    await expect(openStorage({ database: nobody.href })).rejects.toMatchObject(GONE);
  });
});

describe('what PostgreSQL says', () => {
  const said = (code: string) => Object.assign(new Error('said'), { code });

  it.each([
    ['53100', 'full'],
    ['57P01', 'gone'],
    ['08006', 'gone'],
    ['ECONNREFUSED', 'gone'],
    ['53300', 'busy'],
    ['40P01', 'busy'],
    ['57014', 'busy'],
  ])('in the code %s is understood as %s', (code, reason) => {
    expect(toUnavailable(said(code))).toMatchObject({ name: 'StorageUnavailable', reason });
  });

  it.each(['23505', '42601', '22P02'])('in the code %s is a mistake of ours', (code) => {
    const error = said(code);
    expect(toUnavailable(error)).toBe(error);
  });
});
