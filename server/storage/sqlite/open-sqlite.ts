import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { UnixMs } from '../../../src/domain';
import { restore } from '../dump/restore';
import { writeDump } from '../dump/write-dump';
import { createNewsDesk } from '../news';
import { createRepositories } from '../repositories';
import { migrate } from '../schema/migrate';
import type { Session, Unit } from '../session';
import type { Storage } from '../storage';
import { openConnection } from './connection';
import { sqliteEngine as engine } from './engine';
import { createVersion } from './version';
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
  const desk = createNewsDesk();
  const writer = createWriter(writing.file, desk);
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
    ...createRepositories({ db: reading.db, engine, now, write, version }, desk),
    kind: 'sqlite',
    transaction: (work) =>
      write((unit) => work(createRepositories({ ...unit, write: (inner) => inner(unit) }, desk))),
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
