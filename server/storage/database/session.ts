import type { RawBuilder, SqlBool } from 'kysely';
import type { UnixMs } from '../../../src/domain/time';
import type { UserId } from '../schema/ids';
import type { DatabaseKind, Db } from '../schema/tables';
import type { ChangeNotification } from './change-notifier';
import type { WordIndex } from './word-index';

/** Runs a statement on SQLite, which is synchronous. Returns its rows. */
export type RunSql = (sql: string, parameters: readonly unknown[]) => readonly unknown[];

/** A transaction. Either all of its writes take effect or none. */
export interface Unit {
  readonly db: Db;
  /** Absent for PostgreSQL. The queues of Kysely take longer than most statements of SQLite. */
  readonly run?: RunSql | undefined;
  readonly engine: Engine;
  readonly now: () => UnixMs;
  /** Notifies the listeners of all processes after the commit. */
  announce(notification: ChangeNotification): Promise<void>;
}

/**
 * `synced`: the commit is on disk when the transaction resolves. `lazy`: a power failure may undo it
 * together with all later commits. The end of the process undoes neither.
 */
export type Durability = 'synced' | 'lazy';

/** The database, or the transaction that a repository is part of. */
export interface Session {
  /** For reads only. */
  readonly db: Db;
  readonly run?: RunSql | undefined;
  readonly engine: Engine;
  readonly now: () => UnixMs;
  /**
   * Returns another number after every commit of any process. Absent for databases where this costs
   * as much as a query.
   */
  readonly version?: () => number;
  /**
   * Runs `work` in a new transaction, or in the one that this session is part of.
   * @param durability of a new transaction; use `lazy` for work that is repeated when it is lost
   */
  write<T>(work: (unit: Unit) => Promise<T>, durability?: Durability): Promise<T>;
  /**
   * Does a search apart from other requests and for a limited time. The users take turns. In a
   * transaction the search is part of that.
   * @throws SearchStopped
   */
  search<Input extends { readonly userId: UserId }, Output>(
    search: Search<Input, Output>,
    input: Input,
  ): Promise<Output>;
  /** `indexSome` in another process, if there are any (`indexIn`). */
  readonly indexElsewhere?: ((userId: UserId | null) => Promise<number | null>) | undefined;
}

/** A connection for reads. */
export type ReadSession = Pick<Session, 'db' | 'engine'>;

/**
 * A read that a person can make expensive. SQLite does it in another process: its input and output are
 * plain data, and it is one of `SEARCHES`.
 */
export type Search<Input, Output> = (session: ReadSession, input: Input) => Promise<Output>;

/** Returns the session of repositories that are part of a transaction. */
export const sessionOf = (unit: Unit): Session => ({
  ...unit,
  write: (work) => work(unit),
  search: (search, input) => search(unit, input),
});

/** The columns of rows and their types. */
export type RowColumns<Row> = { readonly [Column in keyof Row & string]: 'text' | 'whole' };

/** The differences between the two databases. */
export interface Engine {
  readonly kind: DatabaseKind;
  readonly words: WordIndex;
  /** True when transactions run in parallel, so that rows have to be locked. */
  readonly locksRows: boolean;
  /** Builds the condition that a column has one of `values`, of any number. */
  isAmong(column: string, values: readonly (string | number)[]): RawBuilder<SqlBool>;
  /** Builds a table of `rows` for a join, of any number. Texts must not contain NUL. */
  rows<Row extends object>(columns: RowColumns<Row>, rows: readonly Row[]): RawBuilder<Row>;
}

/**
 * Locks a user's data until the transaction ends. Call it before locking any other row of the user,
 * so that two transactions cannot deadlock. SQLite has one writer and needs no lock.
 */
export async function lockUser({ db, engine }: Unit, userId: UserId): Promise<void> {
  if (!engine.locksRows) return;
  await db.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
}
