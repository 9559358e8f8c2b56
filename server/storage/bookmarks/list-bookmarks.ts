import type { Page } from '../../../src/contract';
import { unixMs } from '../../../src/domain/time';
import type { Listed } from '../database/rows';
import type { ReadSession, Session } from '../database/session';
import { slot, statement } from '../database/statement';
import type { BookmarkKey, UserId } from '../schema/ids';
import type { BookmarkListJson, BookmarkSummaryRow } from './bookmark';
import { withAddresses } from './summary';

type Row = Omit<BookmarkSummaryRow, 'updated'> & { updated: number };

/** Prepares the plain list, the most frequent request. Each further column costs as much again. */
const newestWith = <Column extends keyof Row>(...columns: readonly Column[]) =>
  statement<Pick<Row, Column>, [userId: UserId, limit: number, offset: number]>((db) =>
    db
      .selectFrom('bookmarks')
      .select(columns)
      .where('user_id', '=', slot<UserId>(0))
      .orderBy('created', 'desc')
      .orderBy('key', 'desc')
      .limit(slot<number>(1))
      .offset(slot<number>(2)),
  );

const newest = newestWith('key', 'id', 'updated', 'summary');
const newestSummaries = newestWith('summary');

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
