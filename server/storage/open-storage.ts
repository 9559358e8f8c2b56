import { type UnixMs, unixMs } from '../../src/domain';
import { openSqlite } from './sqlite/open-sqlite';
import type { Storage } from './storage';

export interface StorageOptions {
  /** The path of a SQLite file, which is made when missing. */
  readonly database: string;
  /** The system's clock when not given. */
  readonly now?: () => UnixMs;
}

/**
 * Opens the storage and brings its schema up to date.
 * @throws StorageUnavailable, or NewerSchema when a newer program wrote it
 */
export const openStorage = ({
  database,
  now = () => unixMs(Date.now()),
}: StorageOptions): Promise<Storage> => openSqlite({ path: database, now });
