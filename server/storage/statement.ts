import { type Compilable, CompiledQuery as Compiled, type CompiledQuery } from 'kysely';
import type { Engine } from './engine';
import type { Db } from './schema/db';

/** Where a value goes when the statement is run. */
class Slot {
  readonly index: number;
  constructor(index: number) {
    this.index = index;
  }
}

/** Stands for the `index`-th value while a statement is made. */
// Kysely passes values on as they are: it needs their type, not what they are.
export const slot = <T>(index: number): T => new Slot(index) as unknown as T;

interface At {
  readonly db: Db;
  readonly engine: Engine;
  readonly version?: () => number;
}

type Run<Row, Values extends readonly unknown[]> = (
  at: At,
  ...values: Values
) => Promise<readonly Row[]>;

/**
 * A query that is made once for each kind of database and run with other values: building SQL text
 * costs more than running it on SQLite.
 * @param build puts `slot(n)` where the n-th value goes
 */
export function statement<Row, Values extends readonly unknown[]>(
  build: (db: Db) => Compilable<Row>,
): Run<Row, Values> {
  const made = new Map<Engine['kind'], CompiledQuery<Row>>();
  return async ({ db, engine }, ...values) => {
    let query = made.get(engine.kind);
    if (query === undefined) {
      query = build(db).compile();
      made.set(engine.kind, query);
    }
    const parameters = query.parameters.map((value) =>
      value instanceof Slot ? values[value.index] : value,
    );
    // Without the tree it was made from: no plugin of ours looks at it.
    const { rows } = await db.executeQuery<Row>(Compiled.raw(query.sql, parameters));
    return rows;
  };
}

/** Answers that are kept of one statement. */
const MAX_KEPT = 1000;

interface Kept<Row> {
  version: number;
  readonly rows: Map<string | number, readonly Row[]>;
}

/**
 * As `statement`, for what every request asks: the rows are kept as long as nothing is committed,
 * where that can be told. Nobody may change them.
 */
export function keptStatement<Row, Value extends string | number>(
  build: (db: Db) => Compilable<Row>,
): Run<Row, [value: Value]> {
  const run = statement<Row, [value: Value]>(build);
  const keptOf = new WeakMap<Db, Kept<Row>>();
  return async (at, value) => {
    if (at.version === undefined) return run(at, value);
    const version = at.version();
    let kept = keptOf.get(at.db);
    if (kept?.version !== version || kept.rows.size >= MAX_KEPT) {
      kept = { version, rows: new Map() };
      keptOf.set(at.db, kept);
    }
    const known = kept.rows.get(value);
    if (known !== undefined) return known;
    const rows = await run(at, value);
    kept.rows.set(value, rows);
    return rows;
  };
}
