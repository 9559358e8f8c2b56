import type { Selectable } from 'kysely';
import type { Page } from '../../../src/contract';
import { unixMs } from '../../../src/domain';
import type { Search, Session } from '../database-session';
import type { BookmarkKey, UserId } from '../ids';
import { type Listed, parsed } from '../rows';
import type { BookmarkTable } from '../schema/tables';
import { catchUp } from '../search/search';
import { slot, statement } from '../statement';
import type {
  BookmarkRepository,
  BookmarkRow,
  BookmarkState,
  BookmarkSummaryRow,
  DetailedBookmark,
} from './bookmark';
import { type BookmarkSearch, EVERYTHING, isCheap, type UserSearch } from './bookmark-search';
import { findById, toBookmark, urlHash } from './columns';
import { complete } from './complete';
import { deleteBookmarks, deleteDue } from './delete-bookmarks';
import { countMatches, findKeys, findPage } from './find-keys';
import {
  countBookmarks,
  listNewest,
  listNewestJson,
  summariesOf,
  toListJson,
} from './list-bookmarks';
import { changedSince, eachBookmark, eachOf, findInOrder, inBatches } from './sync-bookmarks';
import { createBookmark, updateBookmark } from './write-bookmark';

type DetailColumns = Pick<
  Selectable<BookmarkTable>,
  | ('key' | 'id' | 'user_id' | 'updated' | 'state' | 'summary' | 'errors')
  | ('omit_description' | 'read_anchor' | 'embed' | 'embed_domain')
> & { readonly links: string | null };

/** Leaves out the article, which can be long, and the columns that the summary contains. */
const findDetails = statement<DetailColumns, [id: string]>((db) =>
  db
    .selectFrom('bookmarks as b')
    .leftJoin('contents as c', 'c.bookmark_key', 'b.key')
    .select(['b.key', 'b.id', 'b.user_id', 'b.updated', 'b.state', 'b.summary', 'b.errors'])
    .select(['b.omit_description', 'b.read_anchor', 'b.embed', 'b.embed_domain', 'c.links'])
    .where('b.id', '=', slot<string>(0)),
);

/** Creates the repository of bookmarks. */
export function createBookmarks(session: Session): BookmarkRepository {
  const { db } = session;

  /** Does a search. Those that are not cheap have connections of their own and a time limit. */
  async function find<Input extends UserSearch, Output>(
    search: Search<Input, Output>,
    input: Input,
  ): Promise<Output> {
    await catchUp(session, input.userId, input.search.query);
    return isCheap(input.search) ? search(session, input) : session.search(search, input);
  }

  async function listFound(
    userId: UserId,
    search: BookmarkSearch,
    page: Page,
  ): Promise<Listed<BookmarkSummaryRow>> {
    const { keys, total } = await find(findPage, { userId, search, page });
    return { rows: await summariesOf(session, keys), total };
  }

  return {
    async list(userId, search, page) {
      return search === EVERYTHING
        ? listNewest(session, userId, page)
        : listFound(userId, search, page);
    },
    async listJson(userId, search, page, baseUrl) {
      return search === EVERYTHING
        ? listNewestJson(session, userId, page, baseUrl)
        : toListJson(await listFound(userId, search, page), baseUrl);
    },
    async count(userId, search) {
      return search === EVERYTHING
        ? countBookmarks(session, userId)
        : find(countMatches, { userId, search });
    },
    async find(userId, id) {
      const [row] = await findById(session, id);
      return row?.user_id === userId ? toBookmark(row) : null;
    },
    async findDetails(userId, id) {
      const [row] = await findDetails(session, id);
      return row?.user_id === userId ? toDetails(row) : null;
    },
    async findById(id) {
      const [row] = await findById(session, id);
      return row ? toBookmark(row) : null;
    },
    async findByKey(key) {
      const row = await db
        .selectFrom('bookmarks')
        .selectAll()
        .where('key', '=', key)
        .executeTakeFirst();
      return row ? toBookmark(row) : null;
    },
    findMany: (keys) => findMany(session, keys),
    findByUrl: (userId, url) => findByUrl(session, userId, url),
    create: (userId, bookmark) => session.write((unit) => createBookmark(unit, userId, bookmark)),
    update: (userId, id, change) =>
      session.write((unit) => updateBookmark(unit, userId, id, change)),
    delete: (userId, ids) => session.write((unit) => deleteBookmarks(unit, userId, ids)),
    deleteDue: () => deleteDue(session),
    changedSince: (userId, since, search = EVERYTHING, isWhole = false) =>
      find(changedSince, { userId, search, since, isWhole }),
    async *each(userId, search, order) {
      yield* search === EVERYTHING
        ? eachBookmark(session, userId, order)
        : eachOf(session, await find(findInOrder, { userId, search, order }));
    },
    async *eachMatch(userId, search) {
      const keys = await find(findKeys, { userId, search, page: null });
      yield* inBatches(keys, (some) => findMany(session, some));
    },
    complete: (userId, field, pattern, limit) =>
      session.search(complete, { userId, field, pattern, limit }),
  };
}

const toDetails = (row: DetailColumns): DetailedBookmark => ({
  key: row.key,
  id: row.id,
  updated: unixMs(row.updated),
  state: row.state as BookmarkState, // Only such values are written.
  summary: row.summary,
  errors: parsed(row.errors),
  omitDescription: row.omit_description === 1,
  readAnchor: row.read_anchor,
  embed: row.embed,
  embedDomain: row.embed_domain,
  linksJson: row.links ?? '[]',
});

async function findMany(
  { db, engine }: Session,
  keys: readonly BookmarkKey[],
): Promise<ReadonlyMap<BookmarkKey, BookmarkRow>> {
  const rows = await db
    .selectFrom('bookmarks')
    .selectAll()
    .where(engine.isAmong('key', keys))
    .execute();
  return new Map(rows.map((row) => [row.key, toBookmark(row)]));
}

async function findByUrl({ db }: Session, userId: UserId, url: string) {
  const hash = urlHash(url);
  const own = db.selectFrom('bookmarks').select('key').where('user_id', '=', userId);
  const found = own
    .where('url_hash', '=', hash)
    .where('url', '=', url)
    .unionAll(own.where('initial_hash', '=', hash).where('initial_url', '=', url));
  const row = await db
    .selectFrom('bookmarks')
    .selectAll()
    // The maximum of a few keys: with an order by key, SQLite would scan all bookmarks.
    .where('key', '=', (eb) => eb.selectFrom(found.as('found')).select(eb.fn.max('key').as('key')))
    .executeTakeFirst();
  return row ? toBookmark(row) : null;
}
