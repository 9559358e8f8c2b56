import type { Collection } from 'dexie';
import type { LoadedImage } from '../capture/capture';
import type { AssetHash, Bookmark, BookmarkId, Result, UnixMs, UrlKey } from '../domain';
import type { ImageOutcome, IncomingImage } from './article-images';
import type { LibraryDatabase } from './database';
import type { ArticleRow, BookmarkChange, BookmarkRow, StoredText } from './rows';
import type { ArticleCounts } from './sync/sync-repository';
import type { ArticleStanding, ShadowRow } from './sync/sync-rows';
import type { ShadowChange } from './sync/write-shadows';
import type { Dispose, LibraryError, Written } from './written';

/** What the library asks of `navigator.storage`. */
export type BrowserStorage = Partial<Pick<StorageManager, 'estimate' | 'persist' | 'persisted'>>;

/**
 * What the parts have in common, by the names that it has in its files. It is given with the store,
 * so that a part in a program of its own (that of sync is in service.js) does not bring it once more.
 */
export interface StoreTools {
  commit<T>(
    db: LibraryDatabase,
    tables: readonly string[],
    change: () => Promise<Result<T, LibraryError>>,
  ): Written<T>;
  writeBookmarks(db: LibraryDatabase, changes: readonly BookmarkChange[]): Promise<void>;
  countArticles(db: LibraryDatabase): Promise<ArticleCounts>;
  shadowsWith(
    db: LibraryDatabase,
    article: ArticleStanding,
  ): Collection<ShadowRow, BookmarkId, ShadowRow>;
  writeShadows(db: LibraryDatabase, changes: readonly ShadowChange[]): Promise<void>;
  moveArticles(
    db: LibraryDatabase,
    shadows: readonly ShadowRow[],
    article: ArticleStanding,
  ): Promise<void>;
  moveAssetUses(
    db: LibraryDatabase,
    begun: readonly AssetHash[],
    ended: readonly AssetHash[],
  ): Promise<void>;
  keepBytes(
    db: LibraryDatabase,
    incoming: readonly IncomingImage[],
    used: ReadonlySet<AssetHash>,
  ): Promise<void>;
  receiveImage(image: LoadedImage): Promise<IncomingImage>;
  withImages(article: ArticleRow, outcomes: ReadonlyMap<string, ImageOutcome>): ArticleRow;
  packText(text: string, fromLength?: number): Promise<StoredText>;
  paragraphHashes(html: string): readonly number[];
  withoutTags(html: string): string;
  toRow(bookmark: Bookmark & Pick<BookmarkRow, 'pageSaid'>): BookmarkRow;
  fromRow(row: BookmarkRow): Bookmark;
  rememberPageValues(before: BookmarkRow, after: BookmarkRow): BookmarkRow;
  urlKey(address: string): UrlKey | null;
  siteOf(address: string): string;
}

/** What every part of the library is given. */
export interface Store {
  readonly db: LibraryDatabase;
  readonly tools: StoreTools;
  readonly disk: BrowserStorage;
  readonly now: () => UnixMs;
  readonly newId: () => BookmarkId;
  /** Told when a live query failed; it is tried again by itself. */
  readonly onWatchError: (error: unknown) => void;
  /** Has `dispose` called when the library is closed; gives back what calls it earlier. */
  readonly onClose: (dispose: Dispose) => Dispose;
}
