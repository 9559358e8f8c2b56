import { SECOND_MS, type UnixMs, unixMs } from '../../src/domain/time';
import type { Processes } from '../processes/process-pool';
import { type IndexTasks, indexIn } from './search/index-apart';
import { openSqlite } from './sqlite/open-sqlite';
import type { SearchTasks } from './sqlite/search-apart';
import type { Storage } from './storage';

export interface StorageOptions {
  /** `postgres://…`, or the path of a SQLite file, which is created when missing. */
  readonly database: string;
  /** The clock; the system's by default. */
  readonly now?: () => UnixMs;
  /**
   * Index bookmarks with long texts, and search a SQLite file. Without them this process does so, and
   * SQLite has no time limit. They are closed before the storage.
   */
  readonly processes?: Processes<StorageTasks>;
  /** The time for one search, including the wait for its turn; ten seconds by default. */
  readonly searchMs?: number;
}

interface StorageTasks extends SearchTasks, IndexTasks {}

/** The time for one search. */
export const SEARCH_MS = 10 * SECOND_MS;

const IS_POSTGRES = /^postgres(ql)?:\/\//;

/**
 * Opens the storage and creates its schema in an empty database.
 * @throws StorageUnavailable, or SchemaMismatch when another version of the program wrote the database
 */
export async function openStorage({
  database,
  now = () => unixMs(Date.now()),
  processes,
  searchMs = SEARCH_MS,
}: StorageOptions): Promise<Storage> {
  const common = { now, searchMs, indexElsewhere: processes && indexIn(processes, database) };
  if (!IS_POSTGRES.test(database)) return openSqlite({ ...common, path: database, processes });
  // Most servers use SQLite and need not load the client of PostgreSQL.
  const { openPostgres } = await import('./postgres/open-postgres');
  return openPostgres({ ...common, url: database });
}
