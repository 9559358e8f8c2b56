import type { Flag } from './schema/tables';

/** Converts a boolean for storage in either database. */
export const flag = (value: boolean): Flag => (value ? 1 : 0);

/** Parses JSON of a column that only the storage writes. */
export const parsed = <T>(json: string): T => JSON.parse(json) as T;

/** Like `parsed`, but returns null for null. */
export const parsedOrNull = <T>(json: string | null): T | null =>
  json === null ? null : parsed<T>(json);

/** Returns the fields of `record` that are not `undefined`, which means "unchanged". */
export const definedFields = <T extends object>(record: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== undefined),
  ) as Partial<T>;

/** One page of a list, and the length of the whole list. */
export interface Listed<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}
