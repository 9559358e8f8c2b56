import { copyFileSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStorage, type Storage } from '../../../server/storage';
import { openConnection } from '../../../server/storage/sqlite/connection';
import { unixMs } from '../../../src/domain/time';
import { DATABASES, type TestDatabase } from './support/databases';
import { addUser } from './support/rows';

const [[, sqlite]] = DATABASES;
const KB = 1024;
const bytes = (seed: number, length: number) =>
  Uint8Array.from({ length }, (_, at) => (at * 7919 * (seed + 1)) >> 3);

describe('the file of SQLite', () => {
  let database: TestDatabase;
  let storage: Storage;
  let now = unixMs(Date.UTC(2026, 0, 1));
  beforeEach(async () => {
    database = await sqlite();
    storage = await database.open(() => now);
  });
  afterEach(() => database.remove());

  /** The size of the file once the log is empty. */
  const size = () => {
    using file = new DatabaseSync(database.address);
    file.exec('pragma wal_checkpoint(truncate)');
    return statSync(database.address).size;
  };

  it('gets smaller after data was deleted, and keeps the rest', async () => {
    const kept = await storage.contents.storeBlob(bytes(0, 4 * KB));
    const empty = size();
    for (let n = 1; n <= 200; n += 1) await storage.contents.storeBlob(bytes(n, 50 * KB));
    const full = size();
    expect(full).toBeGreaterThan(empty + 200 * 50 * KB);
    now = unixMs(now + 3_600_001);
    await storage.contents.storeBlob(bytes(0, 4 * KB));
    while ((await storage.contents.collectGarbage()) > 0);
    expect(size()).toBe(full);
    await storage.tidy();
    expect(size()).toBeLessThan(full / 10);
    expect(Buffer.compare((await storage.contents.bytes(kept))!, bytes(0, 4 * KB))).toBe(0);
  });

  it('keeps its size if it was made without the means to get smaller', async () => {
    const older = await sqlite();
    using file = new DatabaseSync(older.address);
    file.exec('pragma journal_mode = wal');
    const { contents, tidy } = await older.open(() => now);
    for (let n = 1; n <= 20; n += 1) await contents.storeBlob(bytes(n, 50 * KB));
    now = unixMs(now + 3_600_001);
    while ((await contents.collectGarbage()) > 0);
    const free = () => file.prepare('pragma freelist_count').get();
    const before = free();
    await tidy();
    expect(free()).toEqual(before);
    await older.remove();
  });

  it('has everything without its log after it was tidied, and after it was closed', async () => {
    const ada = await addUser(storage);
    const copied = async () => {
      const copy = `${database.address}-copy`;
      copyFileSync(database.address, copy);
      using file = new DatabaseSync(copy);
      return file.prepare('select count(*) as count from bookmarks').get()?.count;
    };
    await storage.bookmarks.create(ada.id, { url: 'https://a.example/' });
    await storage.tidy();
    expect(await copied()).toBe(1);
    const other = await openStorage({ database: database.address });
    await other.bookmarks.create(ada.id, { url: 'https://b.example/' });
    expect(await copied()).toBe(1);
    await other.close();
    expect(await copied()).toBe(2);
  });

  it('can be opened while another process writes', async () => {
    using file = new DatabaseSync(database.address);
    file.exec('begin immediate');
    openConnection(database.address, 'read').file.close();
  });

  it('has a text that was sent in a fraction of its size', async () => {
    const empty = size();
    const words = Array.from({ length: 200_000 }, (_, n) => `<p>Word ${n % 997}</p>`).join('\n');
    await storage.contents.storeBlob(new TextEncoder().encode(words));
    expect(size() - empty).toBeLessThan(words.length / 5);
  });
});
