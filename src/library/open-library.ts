import { ok, type Result } from '../domain/result';
import { articleRepository } from './articles/articles';
import { bookmarkRepository } from './bookmarks/bookmarks';
import { pendingCaptureRepository } from './bookmarks/save-page';
import type { LibraryError } from './database/commit';
import { askToPersist, readStorage } from './database/storage';
import {
  type LibraryOptions,
  type OpenStore,
  openStore,
  repository,
  type Store,
} from './database/store';
import { assetRepository } from './images/assets';
import { labelRepository } from './labels/labels';
import { applyRetention } from './storage-health/apply-retention';
import { syncRepository } from './sync/sync-repository';
import { countUnsent, type SyncStatus, watchStatus } from './sync/sync-status';

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

const storageRepository = repository({
  state: readStorage,
  askToPersist,
  expire: applyRetention,
});

export type Library = ReturnType<typeof libraryOver>;

function libraryOver({ store, close }: OpenStore) {
  const closing = new AbortController();
  return {
    bookmarks: bookmarkRepository(store),
    articles: articleRepository(store),
    assets: assetRepository(store),
    labels: labelRepository(store),
    pendingCaptures: pendingCaptureRepository(store),
    storage: storageRepository(store),
    /** Changes that were not sent to the server. */
    unsent: { count: () => countUnsent(store.db) },
    sync: {
      ...syncRepository(store),
      watchStatus: (listener: (status: SyncStatus) => void) => watchStatus(store, listener),
    },
    /**
     * Creates one more part over the same connection, for a page that loads its code when it is opened.
     */
    part: <T>(make: (store: Store) => T): T => make(store),
    /** Is aborted when the library is closed. */
    closed: closing.signal,
    close() {
      closing.abort();
      close();
    },
  } as const;
}
