import { fromRow, readCounts } from '../database/bookmark-rows';
import { watch } from '../database/live';
import type { Store } from '../database/store';
import type { BookmarkRepository } from './bookmark-repository';
import { editBookmark, undoEdit } from './edit-bookmark';
import { readPage } from './list-page';
import { addMany, findByUrlKey, recapture, savePage } from './save-page';
import { purgeBookmarks, restoreBookmarks, trashBookmarks } from './trash';

/** The bookmarks of a database: reads, saves, edits and the trash. */
export function bookmarkRepository(store: Store): BookmarkRepository {
  const { db } = store;
  return {
    async get(id) {
      const row = await db.bookmarks.get(id);
      return row ? fromRow(row) : null;
    },
    async findByUrlKey(urlKey) {
      const row = await findByUrlKey(db, urlKey);
      return row ? fromRow(row) : null;
    },
    page: (query) => readPage(db, query),
    watchPage: (query, listener) =>
      watch(
        store,
        () => readPage(db, query),
        (page) => page,
        listener,
      ),
    watchMany: (ids, listener) =>
      watch(
        store,
        () => db.bookmarks.bulkGet([...ids]),
        (rows) => rows.flatMap((row) => (row ? [fromRow(row)] : [])),
        listener,
      ),
    watch: (id, listener) =>
      watch(
        store,
        () => db.bookmarks.get(id),
        (row) => (row ? fromRow(row) : null),
        listener,
      ),
    watchCounts: (listener) =>
      watch(
        store,
        () => readCounts(db),
        (counts) => counts,
        listener,
      ),
    save: (page) => savePage(store, page),
    recapture: (id, capture) => recapture(store, id, capture),
    addMany: (pages, options) => addMany(store, pages, options),
    edit: (id, patch) => editBookmark(store, id, patch),
    undoEdit: (id, patch, inverse) => undoEdit(store, id, patch, inverse),
    trash: (ids) => trashBookmarks(store, ids),
    restore: (ids, trashedAt) => restoreBookmarks(store, ids, trashedAt),
    purge: (ids) => purgeBookmarks(store, ids),
  };
}
