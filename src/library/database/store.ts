import { Dexie } from 'dexie';
import { type BookmarkId, err, ok, type Result, type UnixMs } from '../../domain';
import { type Dispose, type LibraryError, toLibraryError } from './commit';
import type { AccountKey } from './rows';
import { databaseName, LibraryDatabase } from './schema';

/** What the library asks of `navigator.storage`. */
export type BrowserStorage = Partial<Pick<StorageManager, 'estimate' | 'persist' | 'persisted'>>;

/** What every part of the library is given. */
export interface Store {
  readonly db: LibraryDatabase;
  readonly disk: BrowserStorage;
  readonly now: () => UnixMs;
  readonly newId: () => BookmarkId;
  /** Told when a live query failed; it is tried again by itself. */
  readonly onWatchError: (error: unknown) => void;
  /** Has `dispose` called when the library is closed; gives back what calls it earlier. */
  readonly onClose: (dispose: Dispose) => Dispose;
}

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

/**
 * Removes the library of an account with all that is in it. Who has it open is asked to close it,
 * and does.
 */
export async function removeLibrary(account: AccountKey, indexedDB?: IDBFactory): Promise<void> {
  const name = databaseName(account);
  await new Dexie(name, indexedDB === undefined ? {} : { indexedDB }).delete();
}
