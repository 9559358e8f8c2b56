import { type Compilable, CompiledQuery as Compiled, CompiledQuery, sql } from 'kysely';
import type { Db, Tables } from '../schema/tables';
import type { Engine, RunSql, Unit } from './session';

/** The place of a value that is inserted when the statement runs. */
class Slot {
  readonly index: number;
  constructor(index: number) {
    this.index = index;
  }
}

/** Stands for the `index`-th value while a statement is built. */
// Kysely passes values through unchanged, so the type alone matters.
export const slot = <T>(index: number): T => new Slot(index) as unknown as T;

interface At {
  readonly db: Db;
  readonly run?: RunSql | undefined;
  readonly engine: Engine;
  readonly version?: () => number;
}

type Run<Row, Values extends readonly unknown[]> = (
  at: At,
  ...values: Values
) => Promise<readonly Row[]>;

/**
 * Creates a query that is built once for each kind of database and run with different values:
 * building SQL costs more than running it on SQLite.
 * @param build uses `slot(n)` for the n-th value
 */
export function statement<Row, Values extends readonly unknown[]>(
  build: (db: Db) => Compilable<Row>,
): Run<Row, Values> {
  const made = new Map<Engine['kind'], CompiledQuery<Row>>();
  return async ({ db, run, engine }, ...values) => {
    let query = made.get(engine.kind);
    if (query === undefined) {
      query = build(db).compile();
      made.set(engine.kind, query);
    }
    const parameters = query.parameters.map((value) =>
      value instanceof Slot ? values[value.index] : value,
    );
    // The query has the columns of `Row`.
    if (run !== undefined) return run(query.sql, parameters) as readonly Row[];
    // The syntax tree is left out, because no plugin reads it.
    const { rows } = await db.executeQuery<Row>(Compiled.raw(query.sql, parameters));
    return rows;
  };
}

/** The most results that are cached for one statement. */
const MAX_CACHED_RESULTS = 1000;

interface Cache<Found> {
  version: number;
  readonly found: Map<string | number, readonly Found[]>;
}

/**
 * Like `statement`, for queries of every request: the results of `read` are cached until the next
 * commit, on databases with a `version`. Callers must not change the results.
 */
export function cachedStatement<Row, Value extends string | number, Found>(
  build: (db: Db) => Compilable<Row>,
  read: (row: Row) => Found,
): Run<Found, [value: Value]> {
  const run = statement<Row, [value: Value]>(build);
  const find = async (at: At, value: Value) => (await run(at, value)).map(read);
  const caches = new WeakMap<Db, Cache<Found>>();
  return async (at, value) => {
    if (at.version === undefined) return find(at, value);
    const version = at.version();
    let cache = caches.get(at.db);
    if (cache?.version !== version || cache.found.size >= MAX_CACHED_RESULTS) {
      cache = { version, found: new Map() };
      caches.set(at.db, cache);
    }
    const known = cache.found.get(value);
    if (known !== undefined) return known;
    const found = await find(at, value);
    cache.found.set(value, found);
    return found;
  };
}

/**
 * Creates an update of one row whose SQL is built once for each set of columns: there are few, such as
 * those that a mark changes.
 */
export function updateStatement<Row extends object>(table: keyof Tables, key: keyof Row & string) {
  const texts = new Map<string, string>();
  return async ({ db, run, engine }: Unit, id: unknown, columns: Partial<Row>): Promise<void> => {
    const names = Object.keys(columns);
    const made = `${engine.kind} ${names.join()}`;
    let text = texts.get(made);
    if (text === undefined) {
      const set = sql.join(names.map((name) => sql`${sql.ref(name)} = ${null}`));
      text = sql`update ${sql.table(table)} set ${set} where ${sql.ref(key)} = ${null}`.compile(
        db,
      ).sql;
      if (texts.size >= MAX_CACHED_RESULTS) texts.clear();
      texts.set(made, text);
    }
    const values = [...Object.values(columns), id];
    if (run !== undefined) run(text, values);
    else await db.executeQuery(CompiledQuery.raw(text, values));
  };
}

/**
 * Creates an insert whose SQL is built once. The rows must always have the same fields in the same
 * order.
 */
export function insertStatement<Row extends object>(table: keyof Tables) {
  const texts = new Map<string, string>();
  return async ({ db, run, engine }: Unit, row: Row): Promise<void> => {
    let text = texts.get(engine.kind);
    if (text === undefined) {
      const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)));
      const values = sql.join(Object.values(row));
      text = sql`insert into ${sql.table(table)} (${columns}) values (${values})`.compile(db).sql;
      texts.set(engine.kind, text);
    }
    if (run !== undefined) run(text, Object.values(row));
    else await db.executeQuery(CompiledQuery.raw(text, Object.values(row)));
  };
}
