import type { Page } from '../../../src/contract';
import { unixMs } from '../../../src/domain';
import type { ReadSession, Session } from '../database-session';
import type { BookmarkKey, UserId } from '../ids';
import type { Listed } from '../rows';
import { slot, statement } from '../statement';
import type { BookmarkListJson, BookmarkSummaryRow } from './bookmark';
import { withAddresses } from './summary';

type Row = Omit<BookmarkSummaryRow, 'updated'> & { updated: number };

/** A prepared statement for the plain list, the most frequent request. */
const newest = statement<Row, [userId: UserId, limit: number, offset: number]>((db) =>
  db
    .selectFrom('bookmarks')
    .select(['key', 'id', 'updated', 'summary'])
    .where('user_id', '=', slot<UserId>(0))
    .orderBy('created', 'desc')
    .orderBy('key', 'desc')
    .limit(slot<number>(1))
    .offset(slot<number>(2)),
);

const countAll = statement<{ bookmark_count: number }, [userId: UserId]>((db) =>
  db.selectFrom('users').select('bookmark_count').where('id', '=', slot<UserId>(0)),
);

/** Counts all bookmarks of a user. */
export const countBookmarks = async (session: Session, userId: UserId): Promise<number> =>
  (await countAll(session, userId))[0]?.bookmark_count ?? 0;

/** Returns one page of all bookmarks, newest first. */
export async function listNewest(
  session: Session,
  userId: UserId,
  page: Page,
): Promise<Listed<BookmarkSummaryRow>> {
  const rows = await newest(session, userId, page.limit, page.offset);
  return { rows: rows.map(toSummary), total: await countBookmarks(session, userId) };
}

/** Returns the summaries of the existing bookmarks of `keys`, in their order. */
export async function summariesOf(
  { db, engine }: ReadSession,
  keys: readonly BookmarkKey[],
): Promise<readonly BookmarkSummaryRow[]> {
  const rows = await db
    .selectFrom('bookmarks')
    .select(['key', 'id', 'updated', 'summary'])
    .where(engine.isAmong('key', keys))
    .execute();
  const byKey = new Map(rows.map((row) => [row.key, toSummary(row)]));
  // A bookmark may have been deleted since its key was read.
  return keys.flatMap((key) => byKey.get(key) ?? []);
}

const toSummary = (row: Row): BookmarkSummaryRow => ({ ...row, updated: unixMs(row.updated) });

/** A prepared statement for the most frequent request. Each further column costs as much again. */
const newestSummaries = statement<
  { summary: string },
  [userId: UserId, limit: number, offset: number]
>((db) =>
  db
    .selectFrom('bookmarks')
    .select('summary')
    .where('user_id', '=', slot<UserId>(0))
    .orderBy('created', 'desc')
    .orderBy('key', 'desc')
    .limit(slot<number>(1))
    .offset(slot<number>(2)),
);

/** Returns one page of all bookmarks, newest first, as JSON. */
export async function listNewestJson(
  session: Session,
  userId: UserId,
  page: Page,
  baseUrl: string,
): Promise<BookmarkListJson> {
  const rows = await newestSummaries(session, userId, page.limit, page.offset);
  return toListJson({ rows, total: await countBookmarks(session, userId) }, baseUrl);
}

/** Joins summaries, which are JSON. */
export function toListJson(
  { rows, total }: Listed<Pick<BookmarkSummaryRow, 'summary'>>,
  baseUrl: string,
): BookmarkListJson {
  const list = `[${rows.map(({ summary }) => summary).join()}]`;
  return { json: withAddresses(list, baseUrl), total };
}
