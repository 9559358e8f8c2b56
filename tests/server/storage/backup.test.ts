import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type ChangeNotification,
  EVERYTHING,
  type Storage,
  type UserRow,
} from '../../../server/storage/index';
import { SERVER_SCHEMA_VERSION } from '../../../server/storage/schema/create-schema';
import { parseTextQuery } from '../../../src/query/index';
import { temporaryFolder } from '../../support/temporary-folder';
import { DATABASES, type TestDatabase, testClock } from './support/databases';
import { fill } from './support/filled';
import { addUser } from './support/rows';

const DIRECTIONS = DATABASES.flatMap(([from, source]) =>
  DATABASES.map(([to, target]) => [from, to, source, target] as const),
);

/** The first line of a backup of this version. */
const HEAD = JSON.stringify({ format: 'leafmark backup', schema: SERVER_SCHEMA_VERSION, made: '' });

/** The contents of a backup, without its date and the values that a restore changes on purpose. */
const contentsOf = (path: string) =>
  gunzipSync(readFileSync(path))
    .toString()
    .split('\n')
    .filter((line) => !line.startsWith('{"format"'))
    .join('\n');

describe.each(DIRECTIONS)('a backup of %s restored in %s', (_from, _to, source, target) => {
  const clock = testClock();
  let folder: string;
  let databases: TestDatabase[];
  let storage: Storage;
  let restored: Storage;
  let ada: UserRow;
  const path = (name: string) => join(folder, name);
  beforeEach(async () => {
    folder = temporaryFolder('leafmark-backup');
    databases = [await source(), await target()];
    storage = await databases[0]!.open(clock.now);
    restored = await databases[1]!.open(clock.now);
    ada = await fill(storage, clock.now());
  });
  afterEach(async () => {
    for (const database of databases) await database.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('contains everything, and replaces the previous contents', async () => {
    await addUser(restored, 'nobody');
    await storage.backup(path('a.gz'));
    expect(await restored.restore(path('a.gz'))).toEqual({ ok: true, value: null });
    await restored.backup(path('b.gz'));
    const counters = /^\[1,"ada".*$/m;
    expect(contentsOf(path('b.gz')).replace(counters, '')).toBe(
      contentsOf(path('a.gz')).replace(counters, ''),
    );
    expect(await restored.users.list()).toEqual([ada]);
    const query = parseTextQuery('東京 remember');
    const { rows } = await restored.bookmarks.list(
      ada.id,
      { ...EVERYTHING, query },
      { limit: 5, offset: 0 },
    );
    const file = await restored.contents.file(rows[0]!.id, 'image.png');
    expect([...file!.bytes]).toEqual([137, 80, 78, 71, 13, 10, 0, 255]);
    expect(readdirSync(folder).toSorted()).toEqual(['a.gz', 'b.gz']);
  });

  it('can be used immediately', async () => {
    await storage.backup(path('a.gz'));
    const before = await restored.changeCount(ada.id);
    await restored.restore(path('a.gz'));
    expect(await restored.changeCount(ada.id)).toBeGreaterThan(before);
    const next = await addUser(restored, 'grace');
    expect(next.id).toBeGreaterThan(ada.id);
    const { id } = await restored.bookmarks.create(ada.id, { url: 'https://example.com/new' });
    expect(await restored.bookmarks.find(ada.id, id)).not.toBeNull();
    expect(await restored.jobs.enqueue({ kind: 'extract', payload: {} })).toBe(true);
    expect(await restored.jobs.claim('extract', 5, 1000)).toHaveLength(2);
  });
});

describe.each(DATABASES)('a backup on %s', (_, database) => {
  const clock = testClock();
  let folder: string;
  let db: TestDatabase;
  let storage: Storage;
  const path = (name: string) => join(folder, name);
  beforeEach(async () => {
    folder = temporaryFolder('leafmark-backup');
    db = await database();
    storage = await db.open(clock.now);
  });
  afterEach(async () => {
    await db.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is consistent while others write', async () => {
    const ada = await addUser(storage);
    const add = () => storage.bookmarks.create(ada.id, { url: 'https://a.org/', labels: ['x'] });
    // Of more at once, the last would wait too long for a connection on a busy machine.
    const addTen = () => Promise.all(Array.from({ length: 10 }, add));
    for (let count = 0; count < 300; count += 10) await addTen();
    let isDone = false;
    const writing = (async () => {
      while (!isDone) await addTen();
    })();
    await storage.backup(path('a.gz'));
    isDone = true;
    await writing;
    const written = await storage.bookmarks.count(ada.id, EVERYTHING);
    expect(await storage.restore(path('a.gz'))).toEqual({ ok: true, value: null });
    const kept = await storage.bookmarks.count(ada.id, EVERYTHING);
    expect(kept).toBeGreaterThanOrEqual(300);
    expect(kept).toBeLessThanOrEqual(written);
    // The stored count equals the number of bookmarks, so both are from the same moment.
    expect(await storage.bookmarks.changedSince(ada.id, null)).toHaveLength(kept);
    expect(await storage.labels.list(ada.id)).toEqual([{ name: 'x', count: kept }]);
  });

  it('is visible to another process once it is restored', async () => {
    const ada = await addUser(storage);
    await storage.bookmarks.create(ada.id, { url: 'https://a.org/' });
    await storage.backup(path('a.gz'));
    const { id } = await storage.bookmarks.create(ada.id, { url: 'https://b.org/' });
    const notifications: ChangeNotification[] = [];
    if (db.kind === 'postgres') {
      storage.events.listen((notification) => notifications.push(notification));
      await vi.waitFor(() => expect(notifications).toEqual([{ kind: 'missed' }]));
    }
    const before = await storage.changeCount(ada.id);
    const other = await db.open(clock.now);
    await other.restore(path('a.gz'));
    expect(await storage.changeCount(ada.id)).toBeGreaterThan(before);
    expect(await storage.bookmarks.find(ada.id, id)).toBeNull();
    expect(await storage.bookmarks.changedSince(ada.id, null)).toHaveLength(1);
    expect(await storage.events.reaches(ada.id, 1)).toBe(false);
    if (db.kind === 'postgres') await vi.waitFor(() => expect(notifications).toHaveLength(2));
  });

  it.each([
    ['that does not exist', null, 'not-a-backup'],
    ['of something else', Buffer.from('hello'), 'not-a-backup'],
    ['of something else, compressed', gzipSync('hello\n'), 'not-a-backup'],
    [
      'of a newer program',
      gzipSync('{"format":"leafmark backup","schema":99,"made":""}\n{"rows":0}\n'),
      'newer-schema',
    ],
    [
      'of an older program',
      gzipSync('{"format":"leafmark backup","schema":1,"made":""}\n{"rows":0}\n'),
      'older-schema',
    ],
    ['without its end', gzipSync(`${HEAD}\n`), 'incomplete'],
    ['with a table of its own', gzipSync(`${HEAD}\n{"table":"x","columns":[]}\n`), 'incomplete'],
  ])('%s is refused without changes', async (_what, bytes, kind) => {
    const ada = await addUser(storage);
    if (bytes !== null) writeFileSync(path('bad.gz'), bytes);
    expect(await storage.restore(path('bad.gz'))).toMatchObject({ ok: false, error: { kind } });
    expect(await storage.users.list()).toEqual([ada]);
  });

  it('is refused without changes when it is truncated at any place', async () => {
    const ada = await fill(storage, clock.now());
    await storage.backup(path('a.gz'));
    const whole = readFileSync(path('a.gz'));
    for (const part of [0.01, 0.3, 0.6, 0.95, 0.999]) {
      writeFileSync(path('cut.gz'), whole.subarray(0, Math.floor(whole.length * part)));
      expect(await storage.restore(path('cut.gz'))).toMatchObject({ ok: false });
      expect(await storage.users.list()).toEqual([ada]);
    }
    const lines = gunzipSync(whole).toString().split('\n');
    for (const missing of [2, Math.floor(lines.length / 2), lines.length - 2]) {
      writeFileSync(path('cut.gz'), gzipSync(lines.toSpliced(missing, 1).join('\n')));
      expect(await storage.restore(path('cut.gz'))).toEqual({
        ok: false,
        error: { kind: 'incomplete' },
      });
    }
    expect(await storage.bookmarks.count(ada.id, EVERYTHING)).toBe(1);
  });

  it('leaves no file when it cannot be written', async () => {
    await expect(storage.backup(path('no/such/folder.gz'))).rejects.toThrow('ENOENT');
    expect(readdirSync(folder)).toEqual([]);
  });
});
