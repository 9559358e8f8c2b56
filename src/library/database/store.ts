import { Dexie } from 'dexie/dist/modern/dexie.mjs';
import type { BookmarkId } from '../../domain/bookmark';
import { err, ok, type Result } from '../../domain/result';
import type { UnixMs } from '../../domain/time';
import { type Dispose, type LibraryError, toLibraryError } from './commit';
import type { AccountKey } from './rows';
import { databaseName, LibraryDatabase } from './schema';

/** The parts of `navigator.storage` that the library uses. */
export type BrowserStorage = Partial<Pick<StorageManager, 'estimate' | 'persist' | 'persisted'>>;

/** The dependencies that all repositories of a library share. */
export interface Store {
  readonly db: LibraryDatabase;
  readonly disk: BrowserStorage;
  readonly now: () => UnixMs;
  readonly newId: () => BookmarkId;
  /** Called when a live query failed. The query is repeated automatically. */
  readonly onWatchError: (error: unknown) => void;
  /**
   * Registers `dispose` to be called when the library is closed. Returns a function that calls it
   * earlier.
   */
  readonly onClose: (dispose: Dispose) => Dispose;
}

type Method = (store: Store, ...args: never[]) => unknown;

/** The methods without their first parameter. */
type Bound<Methods> = {
  readonly [Name in keyof Methods]: Methods[Name] extends (
    store: Store,
    ...args: infer Args
  ) => infer Returned
    ? (...args: Args) => Returned
    : never;
};

/**
 * Returns a function that creates a repository: it gives the store to `methods` as their first
 * argument. They can be passed on and replaced one by one, because none uses `this`.
 */
export const repository =
  <Methods extends Readonly<Record<string, Method>>>(methods: Methods) =>
  (store: Store): Bound<Methods> =>
    Object.fromEntries(
      Object.entries(methods).map(([name, method]) => [name, method.bind(null, store)]),
      // The names are those of the methods.
    ) as Bound<Methods>;

export interface LibraryOptions {
  readonly account: AccountKey;
  /** Returns ids that are unique across devices. */
  readonly newId: () => string;
  readonly now: () => UnixMs;
  /**
   * Called when a live query failed. The query is repeated automatically. Default: `console.error`.
   */
  readonly onWatchError?: (error: unknown) => void;
  /** Default: the browser's `indexedDB`. */
  readonly indexedDB?: IDBFactory;
  /** Default: `navigator.storage`, if it exists. */
  readonly storage?: BrowserStorage;
}

/** An open database and the function that closes it. */
export interface OpenStore {
  readonly store: Store;
  close(): void;
}

/** Opens the database of an account. The error is `unavailable`. */
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
    // The only place that creates ids of this type.
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
 * Deletes the library of an account. Other contexts that have it open close it when they are asked
 * to.
 */
export async function removeLibrary(account: AccountKey, indexedDB?: IDBFactory): Promise<void> {
  const name = databaseName(account);
  await new Dexie(name, indexedDB === undefined ? {} : { indexedDB }).delete();
}
