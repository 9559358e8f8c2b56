import type { Selectable } from 'kysely';
import type { Page } from '../../../src/contract';
import type { UnixMs } from '../../../src/domain/time';
import { turnOf } from '../../processes/main-thread';
import { type Listed, parsed } from '../database/rows';
import type { Search, Session } from '../database/session';
import { slot, statement } from '../database/statement';
import type { BookmarkKey, UserId } from '../schema/ids';
import type { Tables } from '../schema/tables';
import { catchUp } from '../search/search';
import type {
  BookmarkChange,
  BookmarkRow,
  BookmarkSummaryRow,
  COMPLETABLE,
  DetailedBookmark,
  NewBookmark,
  SyncOrder,
} from './bookmark';
import { type BookmarkSearch, EVERYTHING, isCheap, type UserSearch } from './bookmark-search';
import { DETAIL_COLUMNS, findById, toBookmark, toBookmarkDetails, urlHash } from './columns';
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
  Selectable<Tables['bookmarks']>,
  'user_id' | 'state' | 'summary' | 'errors' | (typeof DETAIL_COLUMNS)[number]
> & { readonly links: string | null };

/** Leaves out the article, which can be long, and the columns that the summary contains. */
const findDetails = statement<DetailColumns, [id: string]>((db) =>
  db
    .selectFrom('bookmarks')
    .leftJoin('contents', 'bookmark_key', 'key')
    .select(['user_id', 'state', 'summary', 'errors', 'links'])
    .select(DETAIL_COLUMNS)
    .where('id', '=', slot<string>(0)),
);

/** Creates the repository of bookmarks. */
export const createBookmarks = (session: Session) => ({
  ...createLookups(session),
  ...createSearches(session),
  create: (userId: UserId, bookmark: NewBookmark) =>
    session.write((unit) => createBookmark(unit, userId, bookmark)),
  /**
   * Changes a bookmark; null when there is none. A function gets the current row, which is locked
   * meanwhile, so that edits during an extraction are kept. An empty change writes nothing.
   */
  update: (
    userId: UserId,
    id: string,
    change: BookmarkChange | ((row: BookmarkRow) => BookmarkChange),
  ) => session.write((unit) => updateBookmark(unit, userId, id, change)),
  /** Deletes bookmarks with all their data and writes tombstones. Returns their number. */
  delete: (userId: UserId, ids: readonly string[]) =>
    session.write((unit) => deleteBookmarks(unit, userId, ids)),
  /** Deletes a batch of bookmarks that are due. Returns their number. */
  deleteDue: () => deleteDue(session),
});

/** Creates the functions that find single bookmarks. */
const createLookups = (session: Session) => ({
  async find(userId: UserId, id: string): Promise<BookmarkRow | null> {
    const [row] = await findById(session, id);
    return row?.user_id === userId ? toBookmark(row) : null;
  },
  /** Like `find`, with only the columns of a single bookmark, in one statement. */
  async findDetails(userId: UserId, id: string): Promise<DetailedBookmark | null> {
    const [row] = await findDetails(session, id);
    return row?.user_id === userId ? toDetails(row) : null;
  },
  /** Finds a bookmark of any owner, for shared pages, public files and jobs. */
  async findById(id: string): Promise<BookmarkRow | null> {
    const [row] = await findById(session, id);
    return row ? toBookmark(row) : null;
  },
  findByKey: async (key: BookmarkKey): Promise<BookmarkRow | null> =>
    (await findMany(session, [key])).get(key) ?? null,
  /** Returns the existing bookmarks of `keys`. */
  findMany: (keys: readonly BookmarkKey[]) => findMany(session, keys),
  /** Finds the newest bookmark whose current or posted address is `url`; null when there is none. */
  findByUrl: (userId: UserId, url: string) => findByUrl(session, userId, url),
});

/** Creates the functions that search the bookmarks of a user. */
function createSearches(session: Session) {
  /**
   * Does a search in a turn of the user. Those that are not cheap have connections of their own and a
   * time limit.
   */
  async function find<Input extends UserSearch, Output>(
    search: Search<Input, Output>,
    input: Input,
  ): Promise<Output> {
    await catchUp(session, input.userId, input.search.query);
    await turnOf(String(input.userId));
    return isCheap(input.search) ? search(session, input) : session.search(search, input);
  }

  async function listFound(userId: UserId, search: BookmarkSearch, page: Page) {
    const { keys, total } = await find(findPage, { userId, search, page });
    return { rows: await summariesOf(session, keys), total };
  }

  return {
    list: (
      userId: UserId,
      search: BookmarkSearch,
      page: Page,
    ): Promise<Listed<BookmarkSummaryRow>> =>
      search === EVERYTHING ? listNewest(session, userId, page) : listFound(userId, search, page),
    /** Like `list`, as JSON with addresses below `baseUrl`, which has no slash at its end. */
    listJson: async (userId: UserId, search: BookmarkSearch, page: Page, baseUrl: string) =>
      search === EVERYTHING
        ? listNewestJson(session, userId, page, baseUrl)
        : toListJson(await listFound(userId, search, page), baseUrl),
    /** Counts the bookmarks that match `search`. */
    count: (userId: UserId, search: BookmarkSearch): Promise<number> =>
      search === EVERYTHING
        ? countBookmarks(session, userId)
        : find(countMatches, { userId, search }),
    /**
     * Lists changes, newest first, from one snapshot. Bookmarks that do not match `search` are listed
     * as deleted.
     * @param since null lists all matches and no deletions
     * @param search all bookmarks by default; its order is ignored
     * @param isWhole lists unchanged bookmarks too, for when other bookmarks may match `search` now
     */
    changedSince: (userId: UserId, since: UnixMs | null, search = EVERYTHING, isWhole = false) =>
      find(changedSince, { userId, search, since, isWhole }),
    /**
     * Yields the matches of `search` in batches, in `order`, in constant memory. A bookmark that is
     * changed meanwhile may come twice, or only in the next sync.
     */
    async *each(userId: UserId, search: BookmarkSearch, order: SyncOrder) {
      yield* search === EVERYTHING
        ? eachBookmark(session, userId, order)
        : eachOf(session, userId, await find(findInOrder, { userId, search, order }));
    },
    /** Yields the matches of `search` in their own order, for exports. */
    async *eachMatch(userId: UserId, search: BookmarkSearch) {
      const keys = await find(findKeys, { userId, search, page: null });
      yield* inBatches(userId, keys, (some) => findMany(session, some));
    },
    /** Lists sorted values of a field that match `pattern`, folded. `*` matches any text. */
    complete: (
      userId: UserId,
      field: (typeof COMPLETABLE)[number],
      pattern: string,
      limit: number,
    ) => session.search(complete, { userId, field, pattern, limit }),
  };
}

const toDetails = (row: DetailColumns): DetailedBookmark => ({
  ...toBookmarkDetails(row),
  state: row.state,
  summary: row.summary,
  errors: parsed(row.errors),
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
