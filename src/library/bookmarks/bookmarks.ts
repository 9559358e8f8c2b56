import type { Bookmark, BookmarkId } from '../../domain/bookmark';
import type { UrlKey } from '../../domain/url-identity';
import { fromRow, readCounts } from '../database/bookmark-rows';
import type { Dispose } from '../database/commit';
import { watch } from '../database/live';
import type { Counts } from '../database/rows';
import { repository } from '../database/store';
import { editBookmark, setPlace } from './edit-bookmark';
import { type BookmarkPage, type PageQuery, readListPage } from './list-page';
import { recapture } from './replace-article';
import { findByUrlKey, savePage } from './save-page';
import { purgeBookmarks, restoreBookmarks, trashBookmarks } from './trash';

export type BookmarkRepository = ReturnType<typeof bookmarkRepository>;

/** The bookmarks of a database: reads, saves, edits and the trash. */
export const bookmarkRepository = repository({
  async get({ db }, id: BookmarkId): Promise<Bookmark | null> {
    const row = await db.bookmarks.get(id);
    return row ? fromRow(row) : null;
  },

  /** Returns the bookmark of the address: preferably one outside the trash; null: there is none. */
  async findByUrlKey({ db }, urlKey: UrlKey): Promise<Bookmark | null> {
    const row = await findByUrlKey(db, urlKey);
    return row && fromRow(row);
  },

  /** Returns the number of bookmarks, with those in the trash. */
  count: ({ db }): Promise<number> => db.bookmarks.count(),

  page: readListPage,

  /** Calls `listener` now and after each change of the page in any context. */
  watchPage: (store, query: PageQuery, listener: (page: BookmarkPage) => void): Dispose =>
    watch(store, () => readListPage(store, query), listener),

  /**
   * Calls `listener` with the bookmarks of `ids` now and after each change of one of them. Those
   * that do not exist are left out.
   */
  watchMany: (
    store,
    ids: readonly BookmarkId[],
    listener: (bookmarks: readonly Bookmark[]) => void,
  ): Dispose =>
    watch(
      store,
      () => store.db.bookmarks.bulkGet([...ids]),
      (rows) => listener(rows.flatMap((row) => (row ? [fromRow(row)] : []))),
    ),

  watch: (store, id: BookmarkId, listener: (bookmark: Bookmark | null) => void): Dispose =>
    watch(
      store,
      () => store.db.bookmarks.get(id),
      (row) => listener(row ? fromRow(row) : null),
    ),

  watchCounts: (store, listener: (counts: Counts) => void): Dispose =>
    watch(store, () => readCounts(store.db), listener),

  save: savePage,
  recapture,
  edit: editBookmark,
  setPlace,
  trash: trashBookmarks,
  restore: restoreBookmarks,
  purge: purgeBookmarks,
});
