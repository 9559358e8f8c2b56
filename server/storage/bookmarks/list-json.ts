import type { Page } from '../../../src/contract';
import type { UserId } from '../ids';
import type { Session } from '../session';
import { slot, statement } from '../statement';
import type { BookmarkListJson } from './bookmark-repository';
import { countBookmarks, listBookmarks } from './list-bookmarks';
import { withAddresses } from './summary';
import { type BookmarkSearch, EVERYTHING } from './wanted';

/** What is asked for most. Nothing but the texts: each further column costs as much again. */
const newest = statement<{ summary: string }, [userId: UserId, limit: number, offset: number]>(
  (db) =>
    db
      .selectFrom('bookmarks')
      .select('summary')
      .where('user_id', '=', slot<UserId>(0))
      .orderBy('created', 'desc')
      .orderBy('key', 'desc')
      .limit(slot<number>(1))
      .offset(slot<number>(2)),
);

/** One page of the bookmarks that `wanted` chooses, as JSON. */
export async function listJson(
  session: Session,
  userId: UserId,
  wanted: BookmarkSearch,
  page: Page,
  baseUrl: string,
): Promise<BookmarkListJson> {
  const { rows, total } =
    wanted === EVERYTHING
      ? {
          rows: await newest(session, userId, page.limit, page.offset),
          total: await countBookmarks(session, userId, wanted),
        }
      : await listBookmarks(session, userId, wanted, page);
  const list = `[${rows.map(({ summary }) => summary).join()}]`;
  return { json: withAddresses(list, baseUrl), total };
}
