import type { BookmarkId, UnixMs } from '../domain';
import type { LibraryDatabase } from './database';
import type { Dispose } from './written';

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
