import { ok, type Result } from '../domain';
import { addImages } from './add-images';
import { toArticle } from './article-rows';
import { fromRow } from './bookmark-row';
import { type LibraryOptions, type OpenStore, openStore } from './open-store';
import { pendingCaptureRepository } from './pending-captures';
import { expire } from './purge';
import { readAssets } from './read-assets';
import { recapture } from './recapture';
import type { LibraryError, SavingLibrary } from './repository';
import { findByUrlKey, savePage } from './save-page';
import { askToPersist, readStorage } from './storage';
import { syncStanding } from './sync/standing';
import { countUnsent } from './sync/sync-meta';
import { restoreBookmarks } from './trash';

/**
 * The library of an account, open, as the background has it: `openLibrary` without what only pages
 * ask for, of which each byte would be read at each start of the worker.
 */
export async function openSavingLibrary(
  options: LibraryOptions,
): Promise<Result<SavingLibrary, LibraryError>> {
  const opened = await openStore(options);
  return opened.ok ? ok(savingLibraryOver(opened.value)) : opened;
}

export function savingLibraryOver({ store, close }: OpenStore): SavingLibrary {
  const { db } = store;
  return {
    bookmarks: {
      async get(id) {
        const row = await db.bookmarks.get(id);
        return row ? fromRow(row) : null;
      },
      async findByUrlKey(urlKey) {
        const row = await findByUrlKey(db, urlKey);
        return row ? fromRow(row) : null;
      },
      save: (page) => savePage(store, page),
      recapture: (id, capture) => recapture(store, id, capture),
      restore: (ids) => restoreBookmarks(store, ids),
    },
    articles: {
      async get(bookmarkId) {
        const row = await db.articles.get(bookmarkId);
        return row ? toArticle(row) : null;
      },
      addImages: (bookmarkId, images) => addImages(store, bookmarkId, images),
    },
    assets: { getMany: (hashes) => readAssets(db, hashes) },
    pendingCaptures: pendingCaptureRepository(store),
    storage: {
      state: () => readStorage(store),
      askToPersist: (how) => askToPersist(store, how),
      expire: (now) => expire(store, now),
    },
    unsent: { count: () => countUnsent(db) },
    sync: syncStanding(store),
    part: (make) => make(store),
    close,
  };
}
