import type { Flag } from './schema/tables';

/** A yes or no as both databases keep it. */
export const flag = (value: boolean): Flag => (value ? 1 : 0);

/** JSON of a column that this room wrote itself, and nobody else can. */
export const parsed = <T>(json: string): T => JSON.parse(json) as T;

/** As `parsed`; null for a column without a value. */
export const parsedOrNull = <T>(json: string | null): T | null =>
  json === null ? null : parsed<T>(json);

/** The fields of `record` that are given: `undefined` means that a field stays as it is. */
export const given = <T extends object>(record: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== undefined),
  ) as Partial<T>; // The entries are those of `record`.

/** One page of a list, and how long the whole list is. */
export interface Listed<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}
