import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely';
import type { RunSql } from '../database/session';
import { StorageUnavailable, type UnavailableReason, WriteConflict } from '../database/unavailable';
import { type Db, storable } from '../schema/tables';

/** The prepared statements that a connection keeps. */
const MAX_STATEMENTS = 400;
/** The time that a statement waits for another process. It blocks the event loop meanwhile. */
const BUSY_MS = 20;
/**
 * Memory for pages, in KiB. Each connection fills it sooner or later. More is no faster, because the
 * system keeps the file in memory, too.
 */
const CACHE_KIB = 8 * 1024;

export interface SqliteConnection {
  readonly file: DatabaseSync;
  readonly db: Db;
  readonly run: RunSql;
}

/** Opens the database file. To write, creates it when missing. @throws StorageUnavailable */
export function openConnection(path: string, mode: 'read' | 'write'): SqliteConnection {
  try {
    const file = new DatabaseSync(path, { enableForeignKeyConstraints: true });
    file.exec(`pragma busy_timeout = ${BUSY_MS}`);
    // Later it has no effect and would wait for other writers.
    if (mode === 'write' && countOfPages(file, 'page_count') === 0) {
      file.exec('pragma auto_vacuum = incremental');
    }
    file.exec(`
      pragma journal_mode = wal;
      pragma synchronous = full;
      pragma cache_size = -${CACHE_KIB};
      pragma temp_store = memory;
      pragma query_only = ${mode === 'read' ? 'on' : 'off'};
    `);
    const database = prepared(file);
    return {
      file,
      db: new Kysely({ dialect: new SqliteDialect({ database }) }),
      run(sql, parameters) {
        const statement = database.prepare(sql);
        if (statement.reader) return statement.all(parameters);
        statement.run(parameters);
        return [];
      },
    };
  } catch (error) {
    throw toStorageError(error);
  }
}

/** Reads a pragma of SQLite that is a number. */
export const countOfPages = (file: DatabaseSync, pragma: 'freelist_count' | 'page_count'): number =>
  Number(file.prepare(`pragma ${pragma}`).get()?.[pragma]);

/** Adapts `node:sqlite` to Kysely and caches prepared statements. */
function prepared(file: DatabaseSync): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  return {
    close: () => file.close(),
    prepare(sql) {
      const known = kept.get(sql);
      if (known !== undefined) return known;
      const made = asKysely(guarded(() => file.prepare(sql)));
      if (kept.size >= MAX_STATEMENTS) kept.clear();
      kept.set(sql, made);
      return made;
    },
  };
}

function asKysely(statement: StatementSync): SqliteStatement {
  const names = statement.columns().map(({ name }) => name);
  // The objects that Node makes are hash tables. Making other ones of arrays takes a fifth less time,
  // and so does reading them.
  statement.setReturnArrays(true);
  const toRow = (values: unknown) => {
    const row: Record<string, unknown> = {};
    for (const [at, name] of names.entries()) row[name] = (values as readonly unknown[])[at];
    return row;
  };
  return {
    reader: names.length > 0,
    all: (values) => guarded(() => statement.all(...bound(values)).map(toRow)),
    run: (values) => guarded(() => statement.run(...bound(values))),
    *iterate(values) {
      for (const row of guarded(() => statement.iterate(...bound(values)))) yield toRow(row);
    },
  };
}

// Repositories bind only numbers, texts, bytes and null: the tables have no other types.
const bound = (values: readonly unknown[]) =>
  values.map((value) => (typeof value === 'string' ? storable(value) : value)) as SQLInputValue[];

function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toStorageError(error);
  }
}

// https://www.sqlite.org/rescode.html: the low byte is the primary result code.
const SQLITE_REASONS: Readonly<Record<number, UnavailableReason>> = {
  5: 'busy', // BUSY
  6: 'busy', // LOCKED
  7: 'gone', // NOMEM
  8: 'gone', // READONLY
  10: 'gone', // IOERR
  11: 'gone', // CORRUPT
  13: 'full', // FULL
  14: 'gone', // CANTOPEN
  26: 'gone', // NOTADB
};

/** There is no room for the file that connections share (SQLITE_IOERR_SHMSIZE). */
const NO_SHARED_MEMORY = 4874;

// SQLITE_CONSTRAINT_FOREIGNKEY, _PRIMARYKEY and _UNIQUE.
const SQLITE_CONFLICTS: ReadonlySet<number> = new Set([787, 1555, 2067]);

/** Converts a failure of `node:sqlite`. Programming errors are returned unchanged. */
export function toStorageError(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  // Using a closed connection.
  if (error.code === 'ERR_INVALID_STATE') return new StorageUnavailable('gone', error);
  if (error.code !== 'ERR_SQLITE_ERROR' || !('errcode' in error)) return error;
  const code = Number(error.errcode);
  if (SQLITE_CONFLICTS.has(code)) return new WriteConflict(error);
  const reason = code === NO_SHARED_MEMORY ? 'full' : SQLITE_REASONS[code & 0xff];
  return reason === undefined ? error : new StorageUnavailable(reason, error);
}

export const isBusy = (error: unknown): boolean =>
  error instanceof StorageUnavailable && error.reason === 'busy';
