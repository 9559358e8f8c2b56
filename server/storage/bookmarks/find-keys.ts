import { type AliasedExpression, sql } from 'kysely';
import type { BookmarkSort, Page } from '../../../src/contract';
import type { ReadSession } from '../database/session';
import { type BookmarkKey, keyRange, type UserId } from '../schema/ids';
import type { BookmarkSearch, UserSearch } from './bookmark-search';
import { choose, searchedWords } from './choose';

/**
 * The number of newest matches that are ranked by relevance. Others follow by age, because ranking
 * all of them would take 5 to 20 times as long as the search.
 */
const MAX_RANKED = 2000;

/** A page of keys, and the number of all matches. */
interface FoundPage {
  readonly keys: readonly BookmarkKey[];
  readonly total: number;
}

/** Finds one page of the matches of a search in its order. */
export async function findPage(
  session: ReadSession,
  { page, ...search }: UserSearch & { readonly page: Page },
): Promise<FoundPage> {
  const total = await countMatches(session, search);
  const keys = page.offset < total ? await findKeys(session, { ...search, page }) : [];
  return { keys, total };
}

/** Counts the matches of a search. */
export async function countMatches(session: ReadSession, search: UserSearch): Promise<number> {
  const { total } = await keysOf(session, search)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Returns the keys of the matches of a search in its order; all of them without a page. */
export async function findKeys(
  session: ReadSession,
  { userId, search, page }: UserSearch & { readonly page: Page | null },
): Promise<readonly BookmarkKey[]> {
  const { order } = search;
  if (order.kind === 'as-given') return keysAsGiven(session, userId, search, page);
  if (order.kind === 'default' && searchedWords(search).length > 0) {
    return keysByRelevance(session, userId, search, page, order.maxRanked);
  }
  const sorts: readonly BookmarkSort[] =
    order.kind === 'by' ? order.keys : [isForTexts(search) ? 'created' : '-created'];
  let query = choose(session, { userId, search }).select('key');
  for (const sort of sorts) query = query.orderBy(orderOf(sort));
  // Equal bookmarks come oldest first, or newest first in a list by age.
  const ending = sorts.includes('-created') ? 'desc' : 'asc';
  query = query.orderBy('created', ending).orderBy('key', ending);
  if (page !== null) query = query.limit(page.limit).offset(page.offset);
  return (await query.execute()).map(({ key }) => key);
}

/**
 * Tells whether a search is for texts. Without words, such as `*`, everything matches it equally well,
 * and equal matches come oldest first (protocol.md section 18).
 */
const isForTexts = ({ query }: BookmarkSearch): boolean =>
  query.terms.some(({ field, isExcluded }) => field !== 'label' && !isExcluded);

async function keysAsGiven(
  session: ReadSession,
  userId: UserId,
  search: BookmarkSearch,
  page: Page | null,
): Promise<readonly BookmarkKey[]> {
  const found = await choose(session, { userId, search }).select(['id', 'key']).execute();
  const keys = new Map(found.map(({ id, key }) => [id, key]));
  const inOrder = [...new Set(search.ids ?? [])].flatMap((id) => keys.get(id) ?? []);
  return page === null ? inOrder : inOrder.slice(page.offset, page.offset + page.limit);
}

async function keysByRelevance(
  session: ReadSession,
  userId: UserId,
  search: BookmarkSearch,
  page: Page | null,
  maxRanked = MAX_RANKED,
): Promise<readonly BookmarkKey[]> {
  const newestFirst = keysOf(session, { userId, search }).select('key').orderBy('key', 'desc');
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
function keysOf(session: ReadSession, { userId, search }: UserSearch) {
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
      : choose(session, { userId, search }).select('key').as('chosen');
  return db.selectFrom(chosen);
}

const KEY_COLUMNS = {
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
  const column = KEY_COLUMNS[sort.replace('-', '') as keyof typeof KEY_COLUMNS];
  return descends ? sql`${column} desc` : sql`${column}`;
}
