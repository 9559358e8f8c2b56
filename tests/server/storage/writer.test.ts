import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type ChangeNotification,
  createChangeNotifier,
} from '../../../server/storage/database/change-notifier';
import { openStorage, StorageUnavailable } from '../../../server/storage/index';
import { createSchema } from '../../../server/storage/schema/create-schema';
import { openConnection, type SqliteConnection } from '../../../server/storage/sqlite/connection';
import { createWriter, type Writer } from '../../../server/storage/sqlite/writer';
import { temporaryFolder } from '../../support/temporary-folder';
import { addUser } from './support/rows';

describe('the writer of SQLite', () => {
  let folder: string;
  let connection: SqliteConnection;
  let writer: Writer;
  let notifications: ChangeNotification[];
  const path = () => join(folder, 'leafmark.db');
  beforeEach(async () => {
    folder = temporaryFolder('leafmark-writer');
    connection = openConnection(path(), 'write');
    notifications = [];
    const notifier = createChangeNotifier();
    notifier.subscribe((notification) => notifications.push(notification));
    writer = createWriter(connection.file, notifier);
    await writer.run(() => createSchema(connection.db, 'sqlite', 0));
  });
  afterEach(() => {
    if (connection.file.isOpen) connection.file.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const write = (name: string, value = '') =>
    writer.run(async () => {
      await connection.db.insertInto('secrets').values({ name, value }).execute();
      return name;
    });
  const names = async () =>
    (await connection.db.selectFrom('secrets').select('name').orderBy('name').execute()).map(
      ({ name }) => name,
    );
  const limitTo = (pages: number) => connection.file.exec(`pragma max_page_count = ${pages}`);
  const pages = () => Number(connection.file.prepare('pragma page_count').get()?.page_count);

  it('commits waiting units together', async () => {
    const commits: string[] = [];
    const { exec } = connection.file;
    connection.file.exec = (sql) => {
      if (sql === 'commit') commits.push(sql);
      exec.call(connection.file, sql);
    };
    const wanted = Array.from({ length: 100 }, (_, index) => `${index}`.padStart(3, '0'));
    expect(await Promise.all(wanted.map((name) => write(name)))).toEqual(wanted);
    expect(commits).toHaveLength(2);
    expect(await names()).toEqual(wanted);
  });

  it('does not wait for the disk when only lazy units wait', async () => {
    const NORMAL = 1;
    const FULL = 2;
    const synchronous = () => connection.file.prepare('pragma synchronous').get()?.synchronous;
    const run = (durability?: 'synced' | 'lazy') =>
      writer.run(async () => synchronous(), durability);
    expect(await Promise.all([run('lazy'), run('lazy')])).toEqual([NORMAL, NORMAL]);
    expect(await Promise.all([run('lazy'), run('synced')])).toEqual([FULL, FULL]);
    expect(await run('lazy')).toBe(NORMAL);
    expect(await run()).toBe(FULL);
  });

  it('syncs a unit that arrived while a lazy unit was written', async () => {
    const statements: string[] = [];
    const { exec } = connection.file;
    connection.file.exec = (sql) => {
      statements.push(sql);
      exec.call(connection.file, sql);
    };
    let later: Promise<unknown> = Promise.resolve();
    await writer.run(async () => {
      later = write('a');
    }, 'lazy');
    await later;
    const syncedAt = statements.indexOf('pragma synchronous = full');
    expect(statements.filter((sql) => sql === 'commit')).toHaveLength(2);
    expect(syncedAt).toBeGreaterThan(statements.indexOf('commit'));
    expect(syncedAt).toBeLessThan(statements.lastIndexOf('commit'));
    expect(await names()).toEqual(['a']);
  });

  it('writes earlier lazy units to the disk with a synced unit that changes nothing', async () => {
    // SQLite syncs its log only for a commit that adds to it.
    const logBytes = () => statSync(`${path()}-wal`).size;
    const nothing = (durability: 'synced' | 'lazy') => writer.run(async () => null, durability);
    await write('a');
    const before = logBytes();
    await nothing('synced');
    expect(logBytes(), 'nothing waits for a sync').toBe(before);
    await writer.run(async () => {
      await connection.db.insertInto('secrets').values({ name: 'b', value: '' }).execute();
    }, 'lazy');
    const lazy = logBytes();
    await nothing('lazy');
    expect(logBytes(), 'nobody asked for a sync').toBe(lazy);
    await nothing('synced');
    const synced = logBytes();
    expect(synced).toBeGreaterThan(lazy);
    await nothing('synced');
    expect(logBytes()).toBe(synced);
  });

  it('rolls back a failing unit and no other', async () => {
    const outcomes = await Promise.allSettled([
      write('a'),
      write('a'),
      writer.run(async (announce) => {
        announce({ kind: 'job' });
        await connection.db.insertInto('secrets').values({ name: 'c', value: '' }).execute();
        throw new Error('no');
      }),
      write('d'),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
    expect(await names()).toEqual(['a', 'd']);
    expect(notifications).toEqual([]);
  });

  it('reports a full disk, keeps acknowledged units, and continues when there is room', async () => {
    await write('kept');
    limitTo(pages() + 3);
    const full = expect.objectContaining({ name: 'StorageUnavailable', reason: 'full' });
    const outcomes = await Promise.allSettled([
      write('small'),
      write('large', 'x'.repeat(100_000)),
      write('after'),
    ]);
    expect(outcomes).toContainEqual({ status: 'rejected', reason: full });
    // The stored units must be exactly the acknowledged ones.
    const acknowledged = outcomes.flatMap((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value : [],
    );
    expect(await names()).toEqual(['kept', ...acknowledged].toSorted());
    limitTo(1_000_000);
    await write('large', 'x'.repeat(100_000));
    expect(await names()).toContain('large');
  });

  it('waits while another process writes, without blocking', async () => {
    const other = openConnection(path(), 'write');
    other.file.exec('begin immediate');
    let isWritten = false;
    const writing = write('a').then(() => {
      isWritten = true;
    });
    // Enough turns to find the database busy several times.
    for (let turn = 0; turn < 3; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(isWritten).toBe(false);
    other.file.exec('commit');
    await writing;
    other.file.close();
    expect(await names()).toEqual(['a']);
  });

  it('reports that the database is gone once it is closed', async () => {
    connection.file.close();
    await expect(write('a')).rejects.toMatchObject({ name: 'StorageUnavailable', reason: 'gone' });
  });
});

describe('opening SQLite', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder('leafmark-open');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('creates the folder and the file, with the strictest durability', async () => {
    const database = join(folder, 'not/there/yet.db');
    const storage = await openStorage({ database });
    await addUser(storage);
    await storage.close();
    const { file } = openConnection(database, 'write');
    expect(file.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' });
    expect(file.prepare('pragma synchronous').get()).toEqual({ synchronous: 2 });
    file.close();
    const again = await openStorage({ database });
    expect(await again.users.count()).toBe(1);
    await again.close();
  });

  it('reports that the database is gone when it cannot be opened or is closed', async () => {
    const gone = { name: 'StorageUnavailable', reason: 'gone' };
    await expect(openStorage({ database: folder })).rejects.toMatchObject(gone);
    const database = join(folder, 'letter.db');
    writeFileSync(database, 'Dear Ada, '.repeat(1000));
    await expect(openStorage({ database })).rejects.toMatchObject(gone);
    const storage = await openStorage({ database: join(folder, 'good.db') });
    await storage.close();
    await expect(storage.users.count()).rejects.toBeInstanceOf(StorageUnavailable);
    await expect(addUser(storage)).rejects.toBeInstanceOf(StorageUnavailable);
  });
});
