import { type BookmarkId, err, ok, type Result, type UnixMs } from '../domain';
import { articleRepository } from './articles';
import { assetRepository } from './assets';
import { bookmarkRepository } from './bookmarks';
import { LibraryDatabase } from './database';
import { draftRepository } from './drafts';
import { labelRepository } from './labels';
import { pendingCaptureRepository } from './pending-captures';
import type { AccountKey, Dispose, Library, LibraryError } from './repository';
import { type BrowserStorage, storageRepository } from './storage';
import type { Store } from './store';
import { syncRepository } from './sync/repository';
import { type MakeSyncWriting, syncWriting } from './sync/writing';
import { unsentRepository } from './unsent';
import { toLibraryError } from './write';

export interface LibraryOptions {
  readonly account: AccountKey;
  /** Makes ids that are never made twice, on any device. */
  readonly newId: () => string;
  readonly now: () => UnixMs;
  /** Told when a live query failed; it is tried again by itself. Default: `console.error`. */
  readonly onWatchError?: (error: unknown) => void;
  /** Default: the browser's own. */
  readonly indexedDB?: IDBFactory;
  /** Default: `navigator.storage`, where there is one. */
  readonly storage?: BrowserStorage;
}

/**
 * The library of an account, open. Start it early and don't wait for it before the first paint.
 * The error is `unavailable` when the browser gives no database or the schema is newer than ours.
 *
 * Another context's upgrade closes it politely; the next use opens it again. Reads reject only
 * when the storage fails after that; writes tell it as a value.
 */
export const openLibrary = (options: LibraryOptions): Promise<Result<Library, LibraryError>> =>
  openLibraryWith(options, async () => syncWriting);

/** The same without the code that only a round of sync needs; `loadWriting` is called for it. */
export async function openLibraryWith(
  options: LibraryOptions,
  loadWriting: () => Promise<MakeSyncWriting>,
): Promise<Result<Library, LibraryError>> {
  const db = new LibraryDatabase(options.account, options.indexedDB);
  try {
    await db.open();
  } catch (error) {
    const failure = toLibraryError([error]);
    if (failure === null) throw error;
    return err(failure);
  }
  return ok(libraryOver(db, options, loadWriting));
}

function libraryOver(
  db: LibraryDatabase,
  options: LibraryOptions,
  loadWriting: () => Promise<MakeSyncWriting>,
): Library {
  const open = new Set<Dispose>();
  const store: Store = {
    db,
    now: options.now,
    // The only place where the brand is given to a new id.
    newId: () => options.newId() as BookmarkId,
    onWatchError: options.onWatchError ?? ((error) => console.error(error)),
    onClose(dispose) {
      const once = () => {
        if (open.delete(once)) dispose();
      };
      open.add(once);
      return once;
    },
  };
  return {
    bookmarks: bookmarkRepository(store),
    articles: articleRepository(store),
    assets: assetRepository(store),
    labels: labelRepository(store),
    drafts: draftRepository(store),
    pendingCaptures: pendingCaptureRepository(store),
    storage: storageRepository(store, options.storage ?? globalThis.navigator?.storage ?? {}),
    unsent: unsentRepository(store),
    sync: syncRepository(store, loadWriting),
    close() {
      for (const dispose of [...open]) dispose();
      db.close();
    },
  };
}
