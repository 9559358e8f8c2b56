import type { RawBuilder, SqlBool } from 'kysely';
import type { UnixMs } from '../../src/domain';
import type { ChangeNotification } from './change-notifier';
import type { UserId } from './ids';
import type { Db } from './schema/tables';
import type { WordIndex } from './search/word-index';

/** One transaction: all that is done with it is kept, or nothing. */
export interface Unit {
  readonly db: Db;
  readonly engine: Engine;
  readonly now: () => UnixMs;
  /** Tells listeners of all processes once this is committed. */
  announce(news: ChangeNotification): Promise<void>;
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

/** The columns of rows and what is in them. */
export type RowColumns<Row> = { readonly [Column in keyof Row & string]: 'text' | 'whole' };

/** What the two databases do differently. */
export interface Engine {
  readonly kind: 'sqlite' | 'postgres';
  readonly words: WordIndex;
  /** Whether other transactions run at the same time, and rows have to be locked. */
  readonly locksRows: boolean;
  /** Whether a column has one of `values`, however many they are. */
  isAmong(column: string, values: readonly (string | number)[]): RawBuilder<SqlBool>;
  /** `rows` to be joined with, however many they are; texts have no NUL. */
  rows<Row extends object>(columns: RowColumns<Row>, rows: readonly Row[]): RawBuilder<Row>;
}

/**
 * Makes other writers of this user's things wait until the transaction ends. Taken before any of
 * the rows themselves, so that no two transactions wait for one another; on SQLite there is one
 * writer anyway.
 */
export async function lockUser({ db, engine }: Unit, userId: UserId): Promise<void> {
  if (!engine.locksRows) return;
  await db.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
}
