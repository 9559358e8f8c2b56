import type { ArticleRepository } from './articles/articles';
import type { BookmarkRepository, PendingCaptureRepository } from './bookmarks/bookmark-repository';
import type { DraftRepository } from './bookmarks/drafts';
import type { CollectionRepository } from './collections/collections';
import type { StorageRepository } from './database/storage';
import type { Store } from './database/store';
import type { AssetRepository } from './images/assets';
import type { LabelRepository } from './labels/labels';
import type { SyncRepository } from './sync/sync-repository';
import type { ShownSync } from './sync/sync-status';

export type { Dispose, LibraryError, Written } from './database/commit';
export type {
  AccountKey,
  Counts,
  Draft,
  LabelColors,
  LabelCount,
  PendingCapture,
} from './database/rows';

/** Changes that were not sent to the server. */
export interface UnsentRepository {
  /** Returns the number of waiting changes. */
  count(): Promise<number>;
}

/** Creates a part of a library over its open database. */
export type LibraryPart<T> = (store: Store) => T;

export interface Library {
  readonly bookmarks: BookmarkRepository;
  readonly articles: ArticleRepository;
  readonly assets: AssetRepository;
  readonly labels: LabelRepository;
  readonly collections: CollectionRepository;
  readonly drafts: DraftRepository;
  readonly pendingCaptures: PendingCaptureRepository;
  readonly storage: StorageRepository;
  readonly unsent: UnsentRepository;
  readonly sync: SyncRepository & ShownSync;
  /**
   * Creates one more part over the same connection, for a page that loads its code when it is
   * opened.
   */
  part<T>(make: LibraryPart<T>): T;
  /** Is aborted when the library is closed. */
  readonly closed: AbortSignal;
  close(): void;
}
