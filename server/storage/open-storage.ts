import { type UnixMs, unixMs } from '../../src/domain';
import { openSqlite } from './sqlite/open-sqlite';
import type { Storage } from './storage';

export interface StorageOptions {
  /** `postgres://…`, or the path of a SQLite file, which is created when missing. */
  readonly database: string;
  /** The clock; the system's by default. */
  readonly now?: () => UnixMs;
}

const IS_POSTGRES = /^postgres(ql)?:\/\//;

/**
 * Opens the storage and brings its schema up to date.
 * @throws StorageUnavailable, or NewerSchema when a newer program wrote the database
 */
export async function openStorage({
  database,
  now = () => unixMs(Date.now()),
}: StorageOptions): Promise<Storage> {
  if (!IS_POSTGRES.test(database)) return openSqlite({ path: database, now });
  // Most servers use SQLite and need not load the client of PostgreSQL.
  const { openPostgres } = await import('./postgres/open-postgres');
  return openPostgres({ url: database, now });
}
