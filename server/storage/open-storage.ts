import { SECOND_MS, type UnixMs, unixMs } from '../../src/domain/time';
import { createIndexProcess } from './search/index-process';
import { openSqlite } from './sqlite/open-sqlite';
import type { Storage } from './storage';

export interface StorageOptions {
  /** `postgres://…`, or the path of a SQLite file, which is created when missing. */
  readonly database: string;
  /** The clock; the system's by default. */
  readonly now?: () => UnixMs;
  /**
   * The program that searches a SQLite file (`SEARCH_PROGRAM`). Without it, SQLite searches in this
   * process and without a time limit.
   */
  readonly searchProgram?: string;
  /** The time for one search, including the wait for its turn; ten seconds by default. */
  readonly searchMs?: number;
  /**
   * The program that indexes bookmarks with long texts (`INDEX_PROGRAM`). Without it, this process
   * does so.
   */
  readonly indexProgram?: string;
}

/** The time for one search. */
const SEARCH_MS = 10 * SECOND_MS;

const IS_POSTGRES = /^postgres(ql)?:\/\//;

/**
 * Opens the storage and creates its schema in an empty database.
 * @throws StorageUnavailable, or SchemaMismatch when another version of the program wrote the database
 */
export async function openStorage({
  database,
  now = () => unixMs(Date.now()),
  searchProgram,
  searchMs = SEARCH_MS,
  indexProgram,
}: StorageOptions): Promise<Storage> {
  const indexing = indexProgram === undefined ? null : createIndexProcess(indexProgram, database);
  const common = { now, searchMs, indexing };
  if (!IS_POSTGRES.test(database)) {
    return openSqlite({ ...common, path: database, searchProgram: searchProgram ?? null });
  }
  // Most servers use SQLite and need not load the client of PostgreSQL.
  const { openPostgres } = await import('./postgres/open-postgres');
  return openPostgres({ ...common, url: database });
}
