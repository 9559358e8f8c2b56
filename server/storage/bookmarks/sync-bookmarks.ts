import { type Selectable, sql } from 'kysely';
import { type UnixMs, unixMs } from '../../../src/domain/time';
import { turnOf } from '../../processes/main-thread';
import type { ReadSession, Session } from '../database/session';
import { slot, statement } from '../database/statement';
import type { BookmarkKey, UserId } from '../schema/ids';
import type { Db, Tables } from '../schema/tables';
import type { SyncChange, SyncedBookmark, SyncOrder } from './bookmark';
import type { UserSearch } from './bookmark-search';
import { choose, conditionsOf } from './choose';
import { DETAIL_COLUMNS, toBookmarkDetails } from './columns';

/** The number of bookmarks in one batch. */
const SYNCED_PER_READ = 100;

/** Yields all bookmarks of a user in batches, each in a turn of the user, with keyset pagination. */
export async function* eachBookmark(
  session: Session,
  userId: UserId,
  order: SyncOrder,
): AsyncGenerator<readonly SyncedBookmark[]> {
  const columns = columnsOfOrder(order);
  const { direction, isAfter } = directionOf(order);
  const batch = (db: Db) => {
    let query = synced(db).where('user_id', '=', slot<UserId>(0)).limit(SYNCED_PER_READ);
    for (const { column } of columns) query = query.orderBy(column, direction);
    return query;
  };
  const firstBatch = statement<Row, [userId: UserId]>(batch);
  // SQLite compares only the first column of a tuple by an index. Many rows may have one time, such as after an edit of
  // all of them, so these are read apart: first those that are equal in all columns but the last.
  const steps = columns
    .map(({ column }, last) =>
      statement<Row, [userId: UserId, ...place: number[]]>((db) =>
        columns
          .slice(0, last)
          .reduce(
            (query, before, at) =>
              query.where(sql<boolean>`${before.column} = ${slot<number>(1 + at)}`),
            batch(db),
          )
          .where(sql<boolean>`${column} ${isAfter} ${slot<number>(1 + last)}`),
      ),
    )
    .toReversed();
  const nextBatch = async (place: readonly number[]): Promise<readonly Row[]> => {
    const rows: Row[] = [];
    for (const step of steps) {
      rows.push(...(await step(session, userId, ...place)));
      if (rows.length >= SYNCED_PER_READ) break;
    }
    return rows.slice(0, SYNCED_PER_READ);
  };
  await turnOf(String(userId));
  for (let rows: readonly Row[] = await firstBatch(session, userId); rows.length > 0; ) {
    yield rows.map(toSynced);
    const last = rows.at(-1);
    if (last === undefined || rows.length < SYNCED_PER_READ) return;
    await turnOf(String(userId));
    rows = await nextBatch(columns.map(({ placeOf }) => placeOf(last)));
  }
}

/** Returns the keys of the matches of a search in `order`. Ids that are unknown or of other users are skipped. */
export async function findInOrder(
  session: ReadSession,
  { order, ...search }: UserSearch & { readonly order: SyncOrder },
): Promise<readonly BookmarkKey[]> {
  const { direction } = directionOf(order);
  let chosen = choose(session, search).select('key');
  for (const { column } of columnsOfOrder(order)) chosen = chosen.orderBy(column, direction);
  return (await chosen.execute()).map(({ key }) => key);
}

/** Yields the existing bookmarks of `keys` in batches, in their order. */
export const eachOf = (session: Session, userId: UserId, keys: readonly BookmarkKey[]) =>
  inBatches(userId, keys, async (some) => {
    const rows = await synced(session.db).where(session.engine.isAmong('key', some)).execute();
    return new Map(rows.map((row) => [row.key, toSynced(row)]));
  });

/**
 * Yields the results of `read` for `keys`, in their order, in batches, each in a turn of the user.
 * Missing results are left out.
 */
export async function* inBatches<Row>(
  userId: UserId,
  keys: readonly BookmarkKey[],
  read: (some: readonly BookmarkKey[]) => Promise<ReadonlyMap<BookmarkKey, Row>>,
): AsyncGenerator<readonly Row[]> {
  for (let at = 0; at < keys.length; at += SYNCED_PER_READ) {
    const some = keys.slice(at, at + SYNCED_PER_READ);
    await turnOf(String(userId));
    const byKey = await read(some);
    const batch = some.flatMap((key) => byKey.get(key) ?? []);
    if (batch.length > 0) yield batch;
  }
}

const synced = (db: Db) =>
  db
    .selectFrom('bookmarks')
    .leftJoin('contents', 'bookmark_key', 'key')
    .select(['created', 'has_article', 'summary', 'links'])
    .select(DETAIL_COLUMNS)
    .select(sql<number | null>`octet_length(article)`.as('article_bytes'));

type Row = Awaited<ReturnType<ReturnType<typeof synced>['execute']>>[number];

const toSynced = (row: Row): SyncedBookmark => ({
  ...toBookmarkDetails(row),
  created: unixMs(row.created),
  hasArticle: row.has_article === 1,
  summary: row.summary,
  articleBytes: row.article_bytes ?? 0,
  linksJson: row.links ?? '[]',
});

/** The position of a row in an order. */
export type Place = Pick<Selectable<Tables['bookmarks']>, 'created' | 'updated' | 'key'>;

/**
 * Returns the columns to compare, all in the direction of the first key. Keys in the other direction
 * are negated, so that rows can be compared as tuples.
 */
function columnsOfOrder(order: SyncOrder) {
  const [{ descending }] = order;
  // A repeated column has no effect.
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

const directionOf = ([{ descending }]: SyncOrder) =>
  descending
    ? ({ direction: 'desc', isAfter: sql`<` } as const)
    : ({ direction: 'asc', isAfter: sql`>` } as const);

interface ChangesQuery extends UserSearch {
  readonly since: UnixMs | null;
  readonly isWhole: boolean;
}

/** Lists changes and deletions since a time, newest first (protocol.md section 11). */
export async function changedSince(
  session: ReadSession,
  { since, isWhole, userId, search }: ChangesQuery,
): Promise<readonly SyncChange[]> {
  if (since === null) {
    const rows = await choose(session, { userId, search })
      .select(['id', 'updated as time'])
      .orderBy('updated', 'desc')
      .orderBy('key', 'desc')
      .execute();
    return rows.map(({ id, time }) => ({ id, time: unixMs(time), type: 'update' }));
  }
  const conditions = conditionsOf(session, { userId, search });
  const isChosen =
    conditions.length === 0
      ? sql<number>`1`
      : sql<number>`case when ${sql.join(conditions, sql` and `)} then 1 else 0 end`;
  const bookmarks = session.db
    .selectFrom('bookmarks')
    .select(['id', 'updated as time', 'key', isChosen.as('is_chosen')])
    .where('user_id', '=', userId)
    .$if(!isWhole, (query) => query.where('updated', '>=', since));
  const deletions = session.db
    .selectFrom('tombstones')
    .select(['id', 'deleted_at as time'])
    .select([sql<BookmarkKey>`0`.as('key'), sql<number>`0`.as('is_chosen')])
    .where('user_id', '=', userId)
    .where('deleted_at', '>=', since);
  // One statement reads one snapshot. With two, the second could return a change that is later than
  // one that neither returned, and a client that continues from its time would miss that one.
  const rows = await bookmarks
    .unionAll(deletions)
    .orderBy('time', 'desc')
    .orderBy('key', 'desc')
    .execute();
  return rows.map(({ id, time, is_chosen }) => ({
    id,
    time: unixMs(time),
    type: is_chosen === 1 ? 'update' : 'delete',
  }));
}
