import { ok, type Result } from '../domain/result';
import { articleRepository } from './articles/articles';
import { bookmarkRepository } from './bookmarks/bookmarks';
import { draftRepository } from './bookmarks/drafts';
import { pendingCaptureRepository } from './bookmarks/save-page';
import { collectionRepository } from './collections/collections';
import type { LibraryError } from './database/commit';
import { askToPersist, readStorage } from './database/storage';
import { type LibraryOptions, type OpenStore, openStore } from './database/store';
import { readAssets } from './images/assets';
import { labelRepository } from './labels/labels';
import type { Library } from './repository';
import { applyRetention } from './storage-health/apply-retention';
import { syncRepository } from './sync/sync-repository';
import { countUnsent, shownSync } from './sync/sync-status';

/**
 * Opens the library of an account. Start it early and do not wait for it before the first paint.
 * The error is `unavailable` if the browser offers no database or the schema is newer.
 *
 * An upgrade in another context closes the connection; the next use opens it again. After that,
 * reads reject only if the storage fails; writes return the failure as a value.
 */
export async function openLibrary(options: LibraryOptions): Promise<Result<Library, LibraryError>> {
  const opened = await openStore(options);
  return opened.ok ? ok(libraryOver(opened.value)) : opened;
}

function libraryOver({ store, close }: OpenStore): Library {
  const { db } = store;
  const closing = new AbortController();
  return {
    bookmarks: bookmarkRepository(store),
    articles: articleRepository(store),
    assets: {
      get: async (hash) => (await readAssets(db, [hash])).get(hash) ?? null,
      getMany: (hashes) => readAssets(db, hashes),
    },
    labels: labelRepository(store),
    collections: collectionRepository(store),
    drafts: draftRepository(store),
    pendingCaptures: pendingCaptureRepository(store),
    storage: {
      state: () => readStorage(store),
      askToPersist: (how) => askToPersist(store, how),
      expire: (now) => applyRetention(store, now),
    },
    unsent: { count: () => countUnsent(db) },
    sync: { ...syncRepository(store), ...shownSync(store) },
    part: (make) => make(store),
    closed: closing.signal,
    close() {
      closing.abort();
      close();
    },
  };
}
