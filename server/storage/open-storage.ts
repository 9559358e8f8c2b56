import { type UnixMs, unixMs } from '../../src/domain';
import { openSqlite } from './sqlite/open-sqlite';
import type { Storage } from './storage';

export interface StorageOptions {
  /** `postgres://…`, or the path of a SQLite file, which is made when missing. */
  readonly database: string;
  /** The system's clock when not given. */
  readonly now?: () => UnixMs;
}

const IS_POSTGRES = /^postgres(ql)?:\/\//;

/**
 * Opens the storage and brings its schema up to date.
 * @throws StorageUnavailable, or NewerSchema when a newer program wrote it
 */
export async function openStorage({
  database,
  now = () => unixMs(Date.now()),
}: StorageOptions): Promise<Storage> {
  if (!IS_POSTGRES.test(database)) return openSqlite({ path: database, now });
  // Most servers have the embedded database, and need not load the other's client.
  const { openPostgres } = await import('./postgres/open-postgres');
  return openPostgres({ url: database, now });
}
