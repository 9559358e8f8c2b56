import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type ChangeNotification, openStorage, type Storage } from '../../../server/storage/index';
import { toStorageError } from '../../../server/storage/postgres/pool';
import { type BreakableProxy, startBreakableProxy } from './support/breakable-proxy';
import { DATABASES, type TestDatabase } from './support/databases';
import { addUser, fakeToken } from './support/rows';

const [, postgres] = DATABASES[1];
const GONE = { name: 'StorageUnavailable', reason: 'gone' };

describe('PostgreSQL after its connection is lost', () => {
  let db: TestDatabase;
  let proxy: BreakableProxy;
  let storage: Storage;
  beforeEach(async () => {
    db = await postgres();
    proxy = await startBreakableProxy(db.address);
    storage = await openStorage({ database: proxy.address });
  });
  afterEach(async () => {
    await storage.close();
    await proxy.close();
    await db.remove();
  });

  it('is reported as unavailable, and works again with the connection', async () => {
    const ada = await addUser(storage);
    proxy.cut();
    await expect(storage.users.find(ada.id)).rejects.toMatchObject(GONE);
    await expect(storage.bookmarks.create(ada.id, { url: 'https://a.org/' })).rejects.toMatchObject(
      GONE,
    );
    proxy.restore();
    expect(await storage.users.find(ada.id)).toEqual(ada);
    await storage.bookmarks.create(ada.id, { url: 'https://a.org/' });
  });

  it('rolls back a transaction that was under way', async () => {
    const ada = await addUser(storage);
    const writing = storage.transaction(async ({ tokens, bookmarks }) => {
      await tokens.create(fakeToken({ userId: ada.id, hash: 'h' }));
      proxy.cut();
      await bookmarks.create(ada.id, { url: 'https://a.org/' });
    });
    await expect(writing).rejects.toMatchObject(GONE);
    proxy.restore();
    expect(await storage.tokens.authenticate('h')).toBeNull();
    expect(await storage.changeCount(ada.id)).toBe(0);
  });

  it('reports to listeners that they missed notifications, once it is back', async () => {
    const ada = await addUser(storage);
    const notifications: ChangeNotification[] = [];
    storage.events.listen((notification) => notifications.push(notification));
    await vi.waitFor(() => expect(notifications).toEqual([{ kind: 'missed' }]));
    proxy.cut();
    proxy.restore();
    await vi.waitFor(() => expect(notifications).toHaveLength(2));
    await storage.bookmarks.create(ada.id, { url: 'https://a.org/' });
    await vi.waitFor(() =>
      expect(notifications).toContainEqual({ kind: 'change', userId: ada.id }),
    );
  });

  it('does not end the process when connections are ended while they are opened', async () => {
    const ada = await addUser(storage);
    const uncaught: unknown[] = [];
    const note = (error: unknown) => void uncaught.push(error);
    process.on('uncaughtException', note);
    onTestFinished(() => void process.off('uncaughtException', note));
    const notifications: ChangeNotification[] = [];
    proxy.endWhenOpened();
    storage.events.listen((notification) => notifications.push(notification));
    await expect(storage.users.find(ada.id)).rejects.toMatchObject(GONE);
    await expect(openStorage({ database: proxy.address })).rejects.toMatchObject(GONE);
    proxy.restore();
    expect(await storage.users.find(ada.id)).toEqual(ada);
    await vi.waitFor(() => expect(notifications).toContainEqual({ kind: 'missed' }), 10_000);
    expect(uncaught).toEqual([]);
  });

  it('is reported as unavailable when there is no server', async () => {
    const nobody = new URL(db.address);
    nobody.port = '1';
    await expect(openStorage({ database: nobody.href })).rejects.toMatchObject(GONE);
  });
});

describe('an error of PostgreSQL', () => {
  const errorWith = (code: string) => Object.assign(new Error('failed'), { code });

  it.each([
    ['53100', 'full'],
    ['57P01', 'gone'],
    ['08006', 'gone'],
    ['28P01', 'gone'],
    ['3D000', 'gone'],
    ['ECONNREFUSED', 'gone'],
    ['53300', 'busy'],
    ['40P01', 'busy'],
    ['57014', 'busy'],
  ])('with the code %s means that the storage is %s', (code, reason) => {
    expect(toStorageError(errorWith(code))).toMatchObject({ name: 'StorageUnavailable', reason });
  });

  it.each(['23503', '23505'])('with the code %s means that another write was first', (code) => {
    expect(toStorageError(errorWith(code))).toMatchObject({ name: 'WriteConflict' });
  });

  it.each(['42601', '22P02'])('with the code %s is a bug and is passed on', (code) => {
    const error = errorWith(code);
    expect(toStorageError(error)).toBe(error);
  });
});
