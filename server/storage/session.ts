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

/**
 * `synced`: it is on the disk when the transaction settles. `lazy`: a power failure may undo it, in
 * order with what was written after it. A process that ends undoes neither.
 */
export type Durability = 'synced' | 'lazy';

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
  /**
   * Runs `work` in a transaction of its own, or in the one this is part of.
   * @param durability of a transaction of its own; `lazy` is for what is done again when it is gone
   */
  write<T>(work: (unit: Unit) => Promise<T>, durability?: Durability): Promise<T>;
}
