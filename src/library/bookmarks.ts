import { addMany } from './add-many';
import { fromRow } from './bookmark-row';
import { readCounts } from './counters';
import { editBookmark } from './edit-bookmark';
import { readPage } from './list-page';
import { watch } from './live';
import { purgeBookmarks } from './purge';
import { recapture } from './recapture';
import type { BookmarkRepository } from './repository';
import type { BookmarkRow } from './rows';
import { findByUrlKey, savePage } from './save-page';
import type { Store } from './store';
import { restoreBookmarks, trashBookmarks } from './trash';

export function bookmarkRepository(store: Store): BookmarkRepository {
  const { db } = store;
  const show = (row: BookmarkRow | null | undefined) => (row ? fromRow(row) : null);
  return {
    get: async (id) => show(await db.bookmarks.get(id)),
    findByUrlKey: async (urlKey) => show(await findByUrlKey(db, urlKey)),
    page: (query) => readPage(db, query),
    watchPage: (query, listener) =>
      watch(
        store,
        () => readPage(db, query),
        (page) => page,
        listener,
      ),
    watch: (id, listener) => watch(store, () => db.bookmarks.get(id), show, listener),
    watchCounts: (listener) =>
      watch(
        store,
        () => readCounts(db),
        (counts) => counts,
        listener,
      ),
    save: (page) => savePage(store, page),
    addMany: (pages, options) => addMany(store, pages, options),
    recapture: (id, capture) => recapture(store, id, capture),
    edit: (id, patch) => editBookmark(store, id, patch),
    trash: (ids) => trashBookmarks(store, ids),
    restore: (ids) => restoreBookmarks(store, ids),
    purge: (ids) => purgeBookmarks(store, ids),
  };
}
