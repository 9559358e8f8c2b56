import { type Selectable, sql } from 'kysely';
import type { BookmarkTable } from '../schema/bookmark-tables';
import type { SyncOrder } from './bookmark-repository';

/** What stands where in an order. */
export type Place = Pick<Selectable<BookmarkTable>, 'created' | 'updated' | 'key'>;

/**
 * What an order compares, all in the direction of its first key: one that goes the other way is
 * negated. A row is then after another when the whole of it is.
 */
export function columnsOf(order: SyncOrder) {
  const [{ descending }] = order;
  // A column that comes again decides nothing.
  const keys = order.filter(({ by }, index) => order.findIndex((key) => key.by === by) === index);
  const columns = keys.map((key) => {
    const sign = key.descending === descending ? 1 : -1;
    const column = sql.ref<number>(key.by);
    return {
      column: sign > 0 ? column : sql<number>`-${column}`,
      placeOf: (row: Place) => sign * row[key.by],
    };
  });
  return [...columns, { column: sql.ref<number>('key'), placeOf: (row: Place) => row.key }];
}

export const directionOf = ([{ descending }]: SyncOrder) =>
  descending
    ? ({ direction: 'desc', isAfter: sql`<` } as const)
    : ({ direction: 'asc', isAfter: sql`>` } as const);
