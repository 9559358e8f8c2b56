import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { UnixMs } from '../../../src/domain/time';
import type { Processes } from '../../processes/process-pool';
import { createChangeNotifier } from '../database/change-notifier';
import { type Session, sessionOf, type Unit } from '../database/session';
import { isFull, StorageUnavailable } from '../database/unavailable';
import { restore } from '../dump/restore-dump';
import { writeDump } from '../dump/write-dump';
import { createRepositories } from '../repositories';
import { createSchema } from '../schema/create-schema';
import type { Storage } from '../storage';
import { countOfPages, openConnection, type SqliteConnection, toStorageError } from './connection';
import { sqliteEngine as engine } from './engine';
import { type SearchTasks, searchIn } from './search-apart';
import { createWriter, type Writer } from './writer';

export interface SqliteOptions {
  /** The database file. It and its folder are created when missing. */
  readonly path: string;
  readonly now: () => UnixMs;
  /** Undefined to search in this process and without a time limit. */
  readonly processes: Processes<SearchTasks> | undefined;
  readonly searchMs: number;
  readonly indexElsewhere: Session['indexElsewhere'];
}

/**
 * Opens SQLite with one connection that writes, in a queue, and one that reads committed data.
 * Searches have connections of their own, in other processes.
 * @throws StorageUnavailable, SchemaMismatch
 */
export async function openSqlite({
  path,
  now,
  processes,
  searchMs,
  indexElsewhere,
}: SqliteOptions): Promise<Storage> {
  mkdirSync(dirname(path), { recursive: true });
  const writing = openToWrite(path);
  const notifier = createChangeNotifier();
  const writer = createWriter(writing.file, notifier);
  try {
    await writer.run(() => createSchema(writing.db, 'sqlite', now()));
  } catch (error) {
    writing.file.close();
    throw error;
  }
  const reading = openConnection(path, 'read');
  keepSpare(path);

  const write: Session['write'] = (work, durability) =>
    writer.run((announce) => {
      const unit: Unit = {
        db: writing.db,
        run: writing.run,
        engine,
        now,
        announce: async (notification) => announce(notification),
      };
      return work(unit);
    }, durability);

  const session: Session = {
    db: reading.db,
    run: reading.run,
    engine,
    now,
    write,
    search: processes
      ? searchIn(processes, path, searchMs)
      : (search, input) => search(session, input),
    version: createVersion(reading.file, writer.commits),
    indexElsewhere,
  };

  return {
    ...createRepositories(session, notifier),
    kind: 'sqlite',
    transaction: (work) => write((unit) => work(createRepositories(sessionOf(unit), notifier))),
    async backup(to) {
      // A read transaction on a separate connection sees one snapshot.
      const snapshot = openConnection(path, 'read');
      try {
        snapshot.file.exec('begin');
        await writeDump(snapshot.db, to, now());
      } finally {
        snapshot.file.close();
      }
    },
    restore: (from) => restore(write, from),
    async tidy() {
      await shrink(writing.file, writer);
      emptyLog(writing.file);
      keepSpare(path);
    },
    async close() {
      await writer.idle();
      reading.file.close();
      // Closing does so only if no other process uses the file.
      emptyLog(writing.file);
      writing.file.close();
      keepSpare(path);
    },
  };
}

/** The files that SQLite makes beside the database to open it are smaller. */
const SPARE_BYTES = 128 * 1024;
const spareOf = (path: string): string => `${path}-spare`;

/** Opens the database. On a full disk it takes the room that `keepSpare` has kept. */
function openToWrite(path: string): SqliteConnection {
  try {
    return openConnection(path, 'write');
  } catch (error) {
    if (!isFull(error)) throw error;
    rmSync(spareOf(path), { force: true });
    return openConnection(path, 'write');
  }
}

/** Keeps a file whose room lets the next start succeed on a full disk, unless it is full already. */
function keepSpare(path: string): void {
  const spare = spareOf(path);
  if (statSync(spare, { throwIfNoEntry: false })?.size === SPARE_BYTES) return;
  try {
    // Random, because some file systems need no room for zeros.
    writeFileSync(spare, randomBytes(SPARE_BYTES), { mode: 0o600 });
  } catch {
    rmSync(spare, { force: true });
  }
}

/** Writes the log into the file, so that a copy of the file alone does not lack everything since the start. */
function emptyLog(file: DatabaseSync): void {
  try {
    file.exec('pragma wal_checkpoint(passive)');
  } catch (error) {
    // The log stays, for example because the disk is full.
    if (!(toStorageError(error) instanceof StorageUnavailable)) throw error;
  }
}

/** Free pages up to this part of the file stay, for the next writes. */
const FREE_PART = 0.1;
const PAGES_AT_ONCE = 500;

/**
 * Gives free pages back to the system, in batches that let other writers run in between. A file that
 * was made without `auto_vacuum` keeps its free pages.
 */
async function shrink(file: DatabaseSync, writer: Writer): Promise<void> {
  const step = async () => file.exec(`pragma incremental_vacuum(${PAGES_AT_ONCE})`);
  let before = Infinity;
  let free = countOfPages(file, 'freelist_count');
  while (free < before && free > FREE_PART * countOfPages(file, 'page_count')) {
    await writer.run(step, 'lazy');
    before = free;
    free = countOfPages(file, 'freelist_count');
  }
}

/**
 * Creates a function that returns another number after every commit of any process. The number is
 * cached for one turn of the event loop, because parallel requests ask for it many times. A commit
 * of this process is noticed at once.
 * @param reading a connection that does not write
 * @param commits returns the number of commits of this process
 */
function createVersion(reading: DatabaseSync, commits: () => number): () => number {
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
