import {
  type DeleteQueryBuilder,
  type DeleteResult,
  type RawBuilder,
  type SelectQueryBuilder,
  type Simplify,
  type SqlBool,
  sql,
} from 'kysely';
import type { Page } from '../../../src/contract';
import type { Flag } from '../schema/column';
import type { Tables } from '../schema/tables';
import type { Session } from './session';

/** Converts a boolean for storage in either database. */
export const flag = (value: boolean): Flag => (value ? 1 : 0);

/** Parses JSON of a column that only the storage writes. */
export const parsed = <T>(json: string): T => JSON.parse(json) as T;

/** One page of a list, and the length of the whole list. */
export interface Listed<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** Reads the first row of a query; null when there is none. */
export async function firstRow<Stored, Row>(
  query: SelectQueryBuilder<Tables, never, Stored>,
  toRow: (stored: Simplify<Stored>) => Row,
): Promise<Row | null> {
  const stored = await query.executeTakeFirst();
  return stored === undefined ? null : toRow(stored);
}

/** Deletes rows. Tells whether there were any. */
export const deletesAny = async (
  query: Pick<DeleteQueryBuilder<Tables, never, DeleteResult>, 'executeTakeFirst'>,
): Promise<boolean> => ((await query.executeTakeFirst())?.numDeletedRows ?? 0n) > 0n;

/** The rows that one transaction of `deleteInSteps` deletes. */
const ROWS_DELETED_AT_ONCE = 500;

/**
 * Deletes the rows of a table for which `isOld` holds, however many they are. Other writers run
 * between the transactions.
 * @param key the primary key
 */
export async function deleteInSteps<Name extends keyof Tables>(
  { write }: Pick<Session, 'write'>,
  table: Name,
  key: readonly (keyof Tables[Name] & string)[],
  isOld: RawBuilder<SqlBool>,
): Promise<void> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const step = sql`delete from ${sql.table(table)} where (${columns}) in
    (select ${columns} from ${sql.table(table)} where ${isOld} limit ${ROWS_DELETED_AT_ONCE})`;
  for (let deleted = ROWS_DELETED_AT_ONCE; deleted >= ROWS_DELETED_AT_ONCE; ) {
    const { numAffectedRows } = await write(({ db }) => step.execute(db), 'lazy');
    deleted = Number(numAffectedRows ?? 0);
  }
}

/** Reads one page of the `sorted` rows of `all`, and counts all of them. */
export async function listPage<Name extends keyof Tables, Stored, Row>(
  all: SelectQueryBuilder<Tables, Name, object>,
  sorted: SelectQueryBuilder<Tables, Name, Stored>,
  { limit, offset }: Page,
  toRow: (stored: Simplify<Stored>) => Row,
): Promise<Listed<Row>> {
  const rows = await sorted.limit(limit).offset(offset).execute();
  const { total } = await all
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows: rows.map(toRow), total };
}
