import { sql } from 'kysely';
import { unixMs } from '../../../src/domain';
import type { BookmarkKey, UserId } from '../ids';
import type { Session } from '../session';
import type { SyncedBookmark, SyncOrder } from './bookmark-repository';
import { choose } from './choose';
import { columnsOf, directionOf } from './sync-order';
import type { BookmarkSearch } from './wanted';

/** Bookmarks that are in memory at once. */
const BATCH = 100;

/** All bookmarks of a user, a batch at a time, each found by where the one before it stood. */
export async function* eachBookmark(
  session: Session,
  userId: UserId,
  order: SyncOrder,
): AsyncGenerator<readonly SyncedBookmark[]> {
  const columns = columnsOf(order);
  const { direction, isAfter } = directionOf(order);
  let batch = synced(session).where('user_id', '=', userId).limit(BATCH);
  for (const { column } of columns) batch = batch.orderBy(column, direction);
  for (let rows = await batch.execute(); rows.length > 0; ) {
    yield rows.map(toSynced);
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return;
    const place = sql.join(columns.map(({ placeOf }) => sql.val(placeOf(last))));
    const row = sql.join(columns.map(({ column }) => column));
    rows = await batch.where(sql<boolean>`(${row}) ${isAfter} (${place})`).execute();
  }
}

/** What `wanted` chooses, in `order`. Ids of nobody or of others are passed over. */
export async function* eachOf(
  session: Session,
  userId: UserId,
  wanted: BookmarkSearch,
  order: SyncOrder,
): AsyncGenerator<readonly SyncedBookmark[]> {
  const { engine } = session;
  const { direction } = directionOf(order);
  let chosen = choose(session, userId, wanted).select('key');
  for (const { column } of columnsOf(order)) chosen = chosen.orderBy(column, direction);
  const keys = (await chosen.execute()).map(({ key }) => key);
  yield* inBatches(keys, async (some) => {
    const rows = await synced(session).where(engine.isAmong('key', some)).execute();
    return new Map(rows.map((row) => [row.key, toSynced(row)]));
  });
}

/** What `read` gives for `keys`, in their order, a batch at a time; what it doesn't is left out. */
export async function* inBatches<Row>(
  keys: readonly BookmarkKey[],
  read: (some: readonly BookmarkKey[]) => Promise<ReadonlyMap<BookmarkKey, Row>>,
): AsyncGenerator<readonly Row[]> {
  for (let at = 0; at < keys.length; at += BATCH) {
    const some = keys.slice(at, at + BATCH);
    const byKey = await read(some);
    const batch = some.flatMap((key) => byKey.get(key) ?? []);
    if (batch.length > 0) yield batch;
  }
}

const synced = ({ db }: Session) =>
  db
    .selectFrom('bookmarks')
    .select(['key', 'id', 'created', 'updated', 'has_article', 'summary'])
    .select(['omit_description', 'read_anchor', 'embed', 'embed_domain']);

type Row = Awaited<ReturnType<ReturnType<typeof synced>['execute']>>[number];

const toSynced = (row: Row): SyncedBookmark => ({
  key: row.key,
  id: row.id,
  created: unixMs(row.created),
  updated: unixMs(row.updated),
  hasArticle: row.has_article === 1,
  summary: row.summary,
  omitDescription: row.omit_description === 1,
  readAnchor: row.read_anchor,
  embed: row.embed,
  embedDomain: row.embed_domain,
});
