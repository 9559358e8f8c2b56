import { type Selectable, sql } from 'kysely';
import type { BookmarkKey, UserId } from '../ids';
import type { BookmarkTable } from '../schema/bookmark-tables';
import type { Session } from '../session';
import type { StoredBookmark, SyncOrder } from './bookmark-repository';
import { toBookmark } from './columns';

/** Bookmarks that are in memory at once. */
const BATCH = 100;

/** All bookmarks of a user, a batch at a time, each found by where the one before it stood. */
export async function* eachBookmark(
  { db }: Session,
  userId: UserId,
  order: SyncOrder,
): AsyncGenerator<readonly StoredBookmark[]> {
  const columns = columnsOf(order);
  const { direction, isAfter } = directionOf(order);
  let batch = db.selectFrom('bookmarks').selectAll().where('user_id', '=', userId).limit(BATCH);
  for (const { column } of columns) batch = batch.orderBy(column, direction);
  for (let rows = await batch.execute(); rows.length > 0; ) {
    yield rows.map(toStored);
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return;
    const place = sql.join(columns.map(({ placeOf }) => sql.val(placeOf(last))));
    const row = sql.join(columns.map(({ column }) => column));
    rows = await batch.where(sql<boolean>`(${row}) ${isAfter} (${place})`).execute();
  }
}

/** The bookmarks with these ids, ordered. Ids of nobody or of others are passed over. */
export async function* eachOf(
  session: Session,
  userId: UserId,
  ids: readonly string[],
  order: SyncOrder,
): AsyncGenerator<readonly StoredBookmark[]> {
  const { db, engine } = session;
  const { direction } = directionOf(order);
  let chosen = db
    .selectFrom('bookmarks')
    .select('key')
    .where('user_id', '=', userId)
    .where(engine.isAmong('id', ids));
  for (const { column } of columnsOf(order)) chosen = chosen.orderBy(column, direction);
  const found = await chosen.execute();
  yield* eachByKey(
    session,
    found.map(({ key }) => key),
  );
}

/** Bookmarks in the order of `keys`. */
export async function* eachByKey(
  { db, engine }: Session,
  keys: readonly BookmarkKey[],
): AsyncGenerator<readonly StoredBookmark[]> {
  for (let at = 0; at < keys.length; at += BATCH) {
    const some = keys.slice(at, at + BATCH);
    const rows = await db
      .selectFrom('bookmarks')
      .selectAll()
      .where(engine.isAmong('key', some))
      .execute();
    const byKey = new Map(rows.map((row) => [row.key, toStored(row)]));
    const batch = some.flatMap((key) => byKey.get(key) ?? []);
    if (batch.length > 0) yield batch;
  }
}

/**
 * What an order compares, all in the direction of its first key: one that goes the other way is
 * negated. A row is then after another when the whole of it is.
 */
function columnsOf(order: SyncOrder) {
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

type Place = Pick<Selectable<BookmarkTable>, 'created' | 'updated' | 'key'>;

const directionOf = ([{ descending }]: SyncOrder) =>
  descending
    ? ({ direction: 'desc', isAfter: sql`<` } as const)
    : ({ direction: 'asc', isAfter: sql`>` } as const);

const toStored = (row: Selectable<BookmarkTable>): StoredBookmark => ({
  ...toBookmark(row),
  summary: row.summary,
});
