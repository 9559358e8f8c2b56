import { type BookmarkId, err, ok, type Result, type UnixMs } from '../domain';
import { LibraryDatabase } from './database';
import type { AccountKey, Dispose, LibraryError } from './repository';
import type { BrowserStorage, Store } from './store';
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

/** What every part of a library stands on, and what ends it. */
export interface OpenStore {
  readonly store: Store;
  close(): void;
}

/** Opens the database of an account; the error is `unavailable`. */
export async function openStore(options: LibraryOptions): Promise<Result<OpenStore, LibraryError>> {
  const db = new LibraryDatabase(options.account, options.indexedDB);
  try {
    await db.open();
  } catch (error) {
    const failure = toLibraryError([error]);
    if (failure === null) throw error;
    return err(failure);
  }
  return ok(storeOver(db, options));
}

function storeOver(db: LibraryDatabase, options: LibraryOptions): OpenStore {
  const open = new Set<Dispose>();
  const store: Store = {
    db,
    disk: options.storage ?? globalThis.navigator?.storage ?? {},
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
    store,
    close() {
      for (const dispose of [...open]) dispose();
      db.close();
    },
  };
}
