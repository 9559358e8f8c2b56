import { type AliasedExpression, sql } from 'kysely';
import type { BookmarkSort, Page } from '../../../src/contract';
import { unixMs } from '../../../src/domain';
import type { Session } from '../database-session';
import { type BookmarkKey, keyRange, type UserId } from '../ids';
import type { Listed } from '../rows';
import { slot, statement } from '../statement';
import type { BookmarkListJson, BookmarkSummaryRow } from './bookmark';
import { type BookmarkSearch, EVERYTHING } from './bookmark-search';
import { choose, searchedWords } from './choose';
import { withAddresses } from './summary';

/**
 * The number of newest matches that are ranked by relevance. Others follow by age, because ranking
 * all of them would take 5 to 20 times as long as the search.
 */
const MAX_RANKED = 2000;

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

/** Returns one page of the bookmarks that match `search`. */
export async function listBookmarks(
  session: Session,
  userId: UserId,
  search: BookmarkSearch,
  page: Page,
): Promise<Listed<BookmarkSummaryRow>> {
  const total = await countBookmarks(session, userId, search);
  if (page.offset >= total) return { rows: [], total };
  if (search === EVERYTHING) {
    const rows = await newest(session, userId, page.limit, page.offset);
    return { rows: rows.map(toSummary), total };
  }
  const keys = await findKeys(session, userId, search, page);
  return { rows: await summariesOf(session, keys), total };
}

/** Counts the bookmarks that match `search`. */
export async function countBookmarks(
  session: Session,
  userId: UserId,
  search: BookmarkSearch,
): Promise<number> {
  if (search === EVERYTHING) return (await countAll(session, userId))[0]?.bookmark_count ?? 0;
  const { total } = await keysOf(session, userId, search)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Returns the keys of the matches of `search` in its order; all of them without a page. */
export async function findKeys(
  session: Session,
  userId: UserId,
  search: BookmarkSearch,
  page: Page | null,
): Promise<readonly BookmarkKey[]> {
  const { order } = search;
  if (order.kind === 'as-given') return keysAsGiven(session, userId, search, page);
  if (order.kind === 'default' && searchedWords(search).length > 0) {
    return keysByRelevance(session, userId, search, page, order.maxRanked);
  }
  const sorts = order.kind === 'by' ? order.keys : (['-created'] as const);
  let query = choose(session, userId, search).select('key');
  for (const sort of sorts) query = query.orderBy(orderOf(sort));
  // Equal bookmarks come oldest first, or newest first in a list by age.
  const ending = sorts.includes('-created') ? 'desc' : 'asc';
  query = query.orderBy('created', ending).orderBy('key', ending);
  if (page !== null) query = query.limit(page.limit).offset(page.offset);
  return (await query.execute()).map(({ key }) => key);
}

async function keysAsGiven(
  session: Session,
  userId: UserId,
  search: BookmarkSearch,
  page: Page | null,
): Promise<readonly BookmarkKey[]> {
  const found = await choose(session, userId, search).select(['id', 'key']).execute();
  const keys = new Map(found.map(({ id, key }) => [id, key]));
  const inOrder = [...new Set(search.ids ?? [])].flatMap((id) => keys.get(id) ?? []);
  return page === null ? inOrder : inOrder.slice(page.offset, page.offset + page.limit);
}

async function keysByRelevance(
  session: Session,
  userId: UserId,
  search: BookmarkSearch,
  page: Page | null,
  maxRanked = MAX_RANKED,
): Promise<readonly BookmarkKey[]> {
  const newestFirst = keysOf(session, userId, search).select('key').orderBy('key', 'desc');
  const candidates = (await newestFirst.limit(maxRanked).execute()).map(({ key }) => key);
  const ranked = await session.engine.words.rank(session.db, searchedWords(search), candidates);
  const { limit, offset } = page ?? { limit: Number.MAX_SAFE_INTEGER, offset: 0 };
  const best = ranked.slice(offset, offset + limit);
  if (best.length === limit || candidates.length < maxRanked) return best;
  const rest = await newestFirst
    .limit(limit - best.length)
    .offset(Math.max(offset, maxRanked))
    .execute();
  return [...best, ...rest.map(({ key }) => key)];
}

/**
 * Selects the keys of the matches of `search`. A search for words only is answered by the word index
 * without reading the bookmarks.
 */
function keysOf(session: Session, userId: UserId, search: BookmarkSearch) {
  const words = searchedWords(search);
  const isWordsOnly =
    words.length === search.query.terms.length &&
    Object.entries(search).every(
      ([name, value]) => name === 'query' || name === 'order' || value === null,
    );
  const { db, engine } = session;
  const chosen: AliasedExpression<{ key: BookmarkKey }, 'chosen'> =
    words.length > 0 && isWordsOnly
      ? engine.words.found(words, keyRange(userId)).as('chosen')
      : choose(session, userId, search).select('key').as('chosen');
  return db.selectFrom(chosen);
}

const COLUMNS = {
  created: sql`created`,
  domain: sql`domain`,
  duration: sql`length`,
  published: sql`coalesce(published, created)`,
  site: sql`lower(case when site_name = '' then site else site_name end)`,
  title: sql`title_key`,
};

function orderOf(sort: BookmarkSort) {
  const descends = sort.startsWith('-');
  // A sort is the name of a column with an optional sign.
  const column = COLUMNS[sort.replace('-', '') as keyof typeof COLUMNS];
  return descends ? sql`${column} desc` : sql`${column}`;
}

async function summariesOf(
  { db, engine }: Session,
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

/** Returns one page of the bookmarks that match `search`, as JSON. */
export async function listJson(
  session: Session,
  userId: UserId,
  search: BookmarkSearch,
  page: Page,
  baseUrl: string,
): Promise<BookmarkListJson> {
  const { rows, total } =
    search === EVERYTHING
      ? {
          rows: await newestSummaries(session, userId, page.limit, page.offset),
          total: await countBookmarks(session, userId, search),
        }
      : await listBookmarks(session, userId, search, page);
  const list = `[${rows.map(({ summary }) => summary).join()}]`;
  return { json: withAddresses(list, baseUrl), total };
}
