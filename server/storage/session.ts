import type { UnixMs } from '../../src/domain';
import type { Engine } from './engine';
import type { News } from './news';
import type { Db } from './schema/db';

/** One transaction: all that is done with it is kept, or nothing. */
export interface Unit {
  readonly db: Db;
  readonly engine: Engine;
  readonly now: () => UnixMs;
  /** Tells listeners of all processes once this is committed. */
  announce(news: News): Promise<void>;
}

/** Where a repository works: on the database, or inside the transaction that it is part of. */
export interface Session {
  /** For reading. */
  readonly db: Db;
  readonly engine: Engine;
  readonly now: () => UnixMs;
  /**
   * Another number after every commit by anybody; absent where that costs as much to know as what
   * one would ask for.
   */
  readonly version?: () => number;
  /** Runs `work` in a transaction of its own, or in the one this is part of. */
  write<T>(work: (unit: Unit) => Promise<T>): Promise<T>;
}
