import type { Collection } from 'dexie';

/** The key of an index that sorts by time. */
export type TimeKey = readonly [time: number, id: string];
export const BEFORE_ALL: TimeKey = [Number.NEGATIVE_INFINITY, ''];

/**
 * Yields rows in the order of a key, at most `size` at once. `read` returns the rows after a key, and
 * `keyOf` the key of a row.
 */
export async function* inSteps<Row, Key, Id, New>(
  size: number,
  start: Key,
  read: (after: Key) => Collection<Row, Id, New>,
  keyOf: (row: Row) => Key,
): AsyncGenerator<Row[]> {
  for (let after = start; ; ) {
    const rows = await read(after).limit(size).toArray();
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < size) return;
    after = keyOf(last);
  }
}
