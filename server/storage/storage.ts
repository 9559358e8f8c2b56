import type { Result } from '../../src/domain/result';
import type { RestoreError } from './dump/read-dump';
import type { Repositories } from './repositories';
import type { DatabaseKind } from './schema/tables';

/**
 * The database. Every function may throw `StorageUnavailable`, which is the only expected exception.
 * A write that has resolved is on disk.
 */
export interface Storage extends Repositories {
  readonly kind: DatabaseKind;
  /**
   * Runs `work` with repositories that share one transaction. When `work` throws, nothing is kept.
   * `work` must await only the repositories: on SQLite other writers wait for it, and on PostgreSQL
   * it holds a connection.
   */
  transaction<T>(work: (repositories: Repositories) => Promise<T>): Promise<T>;
  /**
   * Writes a consistent snapshot to a file, from which either database can be restored. Reads and
   * writes continue meanwhile. The file appears only when it is complete.
   */
  backup(to: string): Promise<void>;
  /**
   * Replaces all data with a backup of this version or an older one. After an error nothing has
   * changed. Writes of other processes wait.
   */
  restore(from: string): Promise<Result<null, RestoreError>>;
  /**
   * Gives the disk space of deleted data back to the system and writes the log of SQLite into its
   * database file. PostgreSQL does both by itself.
   */
  tidy(): Promise<void>;
  /** Waits for running work, then closes the database. */
  close(): Promise<void>;
}
