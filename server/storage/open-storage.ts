import { type UnixMs, unixMs } from '../../src/domain';
import { openPostgres } from './postgres/open-postgres';
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
export const openStorage = ({
  database,
  now = () => unixMs(Date.now()),
}: StorageOptions): Promise<Storage> =>
  IS_POSTGRES.test(database)
    ? openPostgres({ url: database, now })
    : openSqlite({ path: database, now });
