import { addMany } from './add-many';
import { fromRow } from './bookmark-row';
import { readCounts } from './counters';
import { editBookmark } from './edit-bookmark';
import { readPage } from './list-page';
import { watch } from './live';
import { purgeBookmarks } from './purge';
import type { BookmarkRepository, SavingLibrary } from './repository';
import type { Store } from './store';
import { trashBookmarks } from './trash';

/** What pages ask of bookmarks besides saving them. */
export function bookmarkRepository(
  store: Store,
  saving: SavingLibrary['bookmarks'],
): BookmarkRepository {
  const { db } = store;
  return {
    ...saving,
    page: (query) => readPage(db, query),
    watchPage: (query, listener) =>
      watch(
        store,
        () => readPage(db, query),
        (page) => page,
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
    addMany: (pages, options) => addMany(store, pages, options),
    edit: (id, patch) => editBookmark(store, id, patch),
    trash: (ids) => trashBookmarks(store, ids),
    purge: (ids) => purgeBookmarks(store, ids),
  };
}
