import type { Selectable } from 'kysely';
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
  { by, descending }: SyncOrder,
): AsyncGenerator<readonly StoredBookmark[]> {
  const direction = descending ? 'desc' : 'asc';
  const batch = db
    .selectFrom('bookmarks')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy(by, direction)
    .orderBy('key', direction)
    .limit(BATCH);
  for (let rows = await batch.execute(); rows.length > 0; ) {
    yield rows.map(toStored);
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return;
    rows = await batch
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple(by, 'key'), descending ? '<' : '>', tuple(last[by], last.key)),
      )
      .execute();
  }
}

/** The bookmarks with these ids, ordered. Ids of nobody or of others are passed over. */
export async function* eachOf(
  session: Session,
  userId: UserId,
  ids: readonly string[],
  { by, descending }: SyncOrder,
): AsyncGenerator<readonly StoredBookmark[]> {
  const { db, engine } = session;
  const found = await db
    .selectFrom('bookmarks')
    .select(['key', by])
    .where('user_id', '=', userId)
    .where(engine.isAmong('id', ids))
    .orderBy(by, descending ? 'desc' : 'asc')
    .orderBy('key', descending ? 'desc' : 'asc')
    .execute();
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

const toStored = (row: Selectable<BookmarkTable>): StoredBookmark => ({
  ...toBookmark(row),
  summary: row.summary,
});
