import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { UnixMs } from '../../../src/domain';
import { createChangeNotifier } from '../change-notifier';
import type { Session, Unit } from '../database-session';
import { restore } from '../dump/restore-dump';
import { writeDump } from '../dump/write-dump';
import { createRepositories } from '../repositories';
import { migrate } from '../schema/migrate';
import type { Storage } from '../storage';
import { openConnection } from './connection';
import { sqliteEngine as engine } from './engine';
import { createWriter } from './writer';

export interface SqliteOptions {
  /** The database file; it and its folder are made when missing. */
  readonly path: string;
  readonly now: () => UnixMs;
}

/**
 * Opens the embedded database: one connection that writes, in a queue, and one that reads what is
 * committed.
 * @throws StorageUnavailable, NewerSchema
 */
export async function openSqlite({ path, now }: SqliteOptions): Promise<Storage> {
  mkdirSync(dirname(path), { recursive: true });
  const writing = openConnection(path, 'write');
  const notifier = createChangeNotifier();
  const writer = createWriter(writing.file, notifier);
  try {
    await writer.run(() => migrate(writing.db, 'sqlite', now()));
  } catch (error) {
    writing.file.close();
    throw error;
  }
  const reading = openConnection(path, 'read');

  const write: Session['write'] = (work, durability) =>
    writer.run((announce) => {
      const unit: Unit = {
        db: writing.db,
        engine,
        now,
        announce: async (news) => announce(news),
      };
      return work(unit);
    }, durability);

  const version = createVersion(reading.file, writer.commits);

  return {
    ...createRepositories({ db: reading.db, engine, now, write, version }, notifier),
    kind: 'sqlite',
    transaction: (work) =>
      write((unit) =>
        work(createRepositories({ ...unit, write: (inner) => inner(unit) }, notifier)),
      ),
    async backup(to) {
      // A connection of its own: a transaction that reads stays at the moment it began.
      const snapshot = openConnection(path, 'read');
      try {
        snapshot.file.exec('begin');
        await writeDump(snapshot.db, to, now());
      } finally {
        snapshot.file.close();
      }
    },
    restore: (from) => restore(write, from),
    async close() {
      await writer.idle();
      reading.file.close();
      writing.file.close();
    },
  };
}

/**
 * A number that is another one after every commit by anybody. It is asked for many times by requests
 * that come together: what other processes commit is seen in the next turn of the event loop, what
 * this one commits at once.
 * @param reading a connection that does not write
 * @param commits how often this process has committed
 */
export function createVersion(reading: DatabaseSync, commits: () => number): () => number {
  const ask = reading.prepare('pragma data_version');
  let known: { readonly commits: number; readonly version: number } | null = null;
  return () => {
    if (known?.commits === commits()) return known.version;
    const version = Number(ask.get()?.data_version);
    known = { commits: commits(), version };
    setImmediate(() => {
      known = null;
    });
    return version;
  };
}
