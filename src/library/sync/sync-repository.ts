import type { LoadedImage } from '../../capture/capture';
import type {
  Bookmark,
  BookmarkId,
  CollectionId,
  Highlight,
  HighlightId,
  PageValues,
  UnixMs,
  UrlKey,
} from '../../domain';
import type { Dispose, Written } from '../database/commit';
import type { HighlightShadow } from '../database/highlight-shadow';
import type { OutboxRow } from '../database/outbox-rows';
import type { ArticleCounts, CollectionRow } from '../database/rows';
import type {
  CollectionName,
  JournalChange,
  JournalKind,
  Shadow,
  SyncMeta,
} from '../database/sync-rows';
import type { KnownBookmarks } from './known-bookmarks';

/** A bookmark with the page's values of fields that a person has edited. */
export interface SyncedBookmark extends Bookmark {
  readonly originalValues?: Partial<PageValues>;
}

/** An intent of the outbox; `seq` is null until it is written. */
export interface QueuedIntent extends Omit<OutboxRow, 'seq'> {
  readonly seq: number | null;
}

/** Everything about one bookmark that sync works with. */
export interface SyncState {
  readonly id: BookmarkId;
  /** null: it was deleted for good, and only its delete is left. */
  readonly bookmark: SyncedBookmark | null;
  readonly shadow: Shadow | null;
  /** In their order. */
  readonly intents: readonly QueuedIntent[];
}

/** The bookmarks that a transaction loads, and the articles that came with them. */
export interface TransactionScope {
  readonly ids?: readonly BookmarkId[];
  readonly serverIds?: readonly string[];
  readonly urls?: readonly string[];
  /**
   * By server id. An article is stored if its bookmark changes in the transaction and its article
   * is pending then.
   */
  readonly articles?: ReadonlyMap<string, ReceivedArticle>;
  /** Saves most lookups while many new bookmarks arrive. */
  readonly known?: KnownBookmarks | null;
}

/**
 * Bookmarks of one transaction in memory. Everything that is put is written when the callback
 * returns.
 */
export interface SyncTransaction {
  readonly now: UnixMs;
  readonly meta: SyncMeta;
  get(id: BookmarkId): SyncState;
  byServerId(serverId: string): SyncState | null;
  /** Returns the bookmarks of an address, including the trash. */
  byAddress(urlKey: UrlKey): readonly SyncState[];
  newId(): BookmarkId;
  put(state: SyncState): void;
  /** Moves the highlights of a bookmark to another one of the same page. */
  moveHighlights(from: BookmarkId, to: BookmarkId): void;
  setMeta(change: Partial<SyncMeta>): void;
  log(kind: JournalKind, bookmarkId: BookmarkId, changes?: readonly JournalChange[]): void;
}

/** Like `SyncTransaction`, for all collections, because they are few. */
export interface CollectionTransaction {
  readonly now: UnixMs;
  readonly meta: SyncMeta;
  rows(): readonly CollectionRow[];
  get(id: CollectionId): CollectionRow | null;
  newId(): CollectionId;
  put(row: CollectionRow): void;
  remove(id: CollectionId): void;
  setMeta(change: Partial<SyncMeta>): void;
  log(kind: JournalKind, about: CollectionName, changes?: readonly JournalChange[]): void;
}

/** A highlight with its sync state. */
export interface HighlightState {
  readonly id: HighlightId;
  /** null: it is deleted, and only its annotations are left. */
  readonly highlight: Highlight | null;
  readonly shadow: HighlightShadow;
}

/** The bookmark of highlights, as far as their sync depends on it. */
export interface HighlightedBookmark {
  readonly isInTrash: boolean;
  readonly created: UnixMs;
  /** null: the bookmark was never sent. */
  readonly shadow: Pick<Shadow, 'serverId' | 'isLoaded' | 'version' | 'annotations'> | null;
}

/** Like `SyncTransaction`, for the highlights of one bookmark. */
export interface HighlightTransaction {
  readonly now: UnixMs;
  readonly bookmarkId: BookmarkId;
  /** null: it does not exist any more. */
  readonly bookmark: HighlightedBookmark | null;
  all(): readonly HighlightState[];
  get(id: HighlightId): HighlightState | null;
  newId(): HighlightId;
  put(highlight: Highlight | null, shadow: HighlightShadow): void;
  /** Removes a highlight and its sync state. */
  remove(id: HighlightId): void;
  /** Records that the highlights of the server were read. */
  setRead(): void;
  /** null: the entry is about all highlights of the bookmark. */
  log(kind: JournalKind, about: Highlight | null, changes?: readonly JournalChange[]): void;
}

/** An article from a server. Images have the addresses that the HTML uses. */
export interface ReceivedArticle {
  readonly html: string;
  readonly images: readonly LoadedImage[];
  readonly icon: LoadedImage | null;
  readonly image: LoadedImage | null;
}

/** An article that is on the server only. */
export interface PendingArticle {
  readonly id: BookmarkId;
  readonly serverId: string | null;
  /** null: the bookmark was deleted for good, and its delete is waiting. */
  readonly bookmark: Bookmark | null;
  /** Its size when it was on this device; null: it never was. */
  readonly bytes: number | null;
}

/** An article on this device, of a bookmark that a server has too. */
export interface StoredArticle {
  readonly id: BookmarkId;
  /**
   * When the bookmark was saved, or opened while its article was not on this device; the later
   * time.
   */
  readonly at: UnixMs;
  /** Including images. */
  readonly bytes: number;
  /** True if the server has an equal article and would send it again. */
  readonly canGo: boolean;
}

/** The state that a status line shows. */
export interface SyncStatus extends SyncMeta {
  /**
   * Number of changes of a person that were not sent, without those that sync queued for itself.
   */
  readonly waiting: number;
  /** Number of the latest outbox entry; each new one has a higher number. 0: none. */
  readonly lastQueued: number;
  /** Number of changes that the server refused and that a person has to decide about. */
  readonly attention: number;
  readonly articlesPending: number;
  /** Number of articles of bookmarks that the server has too. */
  readonly articlesHere: number;
}

/** A bookmark on the server. */
export interface LinkedBookmark {
  readonly id: BookmarkId;
  readonly serverId: string;
}

export type LinkedShadow = Pick<Shadow, 'bookmarkId' | 'serverId' | 'updated'>;

/** Reports the state of sync to the interface. */
export interface SyncStanding {
  watchStatus(listener: (status: SyncStatus) => void): Dispose;
}

/**
 * Bookmarks with something to send, in the order of their entries. If they are more than a page: those
 * that are deleted, then the others, newest first.
 */
export interface QueuedBookmarks {
  readonly ids: readonly BookmarkId[];
  /** The number of their last outbox entry; null: there is none. */
  readonly last: number | null;
  readonly hasCreates: boolean;
}

/** The functions that only sync uses. */
export interface SyncRepository {
  meta(): Promise<SyncMeta>;
  setMeta(change: Partial<SyncMeta>): Written<void>;

  /** Loads the bookmarks of `scope`, runs `work` and writes all of its changes or none. */
  transaction<T>(scope: TransactionScope, work: (tx: SyncTransaction) => T): Written<T>;
  /**
   * Returns what the transactions of a pull with `added` new bookmarks share; null if looking each
   * up is cheaper.
   */
  knownBookmarks(added: number): Promise<KnownBookmarks | null>;
  /** Returns the bookmarks with outbox entries after number `after`, which are sent in pages. */
  queued(after: number, pageSize: number): Promise<QueuedBookmarks>;
  /**
   * Returns true if a delete of one of `ids` is still to be sent, without those that wait for a
   * person.
   */
  hasDeletes(ids: readonly BookmarkId[]): Promise<boolean>;
  /**
   * Returns the shadows linked to these server ids, or to any, with the time of their last change
   * there.
   */
  linked(serverIds?: readonly string[]): Promise<readonly LinkedShadow[]>;
  /** Returns the next articles to examine, newest bookmarks first. */
  pendingArticles(limit: number): Promise<readonly PendingArticle[]>;
  /** Leaves these articles on the server. Articles that are not wanted stay unchanged. */
  skipArticles(ids: readonly BookmarkId[]): Written<void>;
  /** Marks skipped articles to be examined again. */
  requeueSkippedArticles(): Written<void>;
  /**
   * Stores received articles of bookmarks that had only an address, in one transaction. Returns
   * their bytes. Existing articles stay; those of deleted bookmarks are dropped.
   */
  storeArticles(received: ReadonlyMap<BookmarkId, ReceivedArticle>): Written<number>;
  articleCounts(): Promise<ArticleCounts>;
  /** Returns all stored articles of bookmarks that the server has too. */
  storedArticles(): Written<readonly StoredArticle[]>;
  /** Drops articles that are on the server too. Others of `ids` are skipped. */
  dropArticles(ids: readonly BookmarkId[]): Written<void>;

  collections(): Promise<readonly CollectionRow[]>;
  /** Returns the collections with something to send. */
  waitingCollections(): Promise<readonly CollectionRow[]>;
  /** Like `transaction`, over all collections. */
  collectionTransaction<T>(work: (tx: CollectionTransaction) => T): Written<T>;

  /** Returns bookmarks whose highlights have to be read from the server. */
  pendingAnnotations(limit: number): Promise<readonly LinkedBookmark[]>;
  /** Returns the number of bookmarks whose highlights have to be read from the server. */
  countPendingAnnotations(): Promise<number>;
  /** Returns those of the bookmarks that have highlights on the server, as far as is known. */
  withAnnotations(serverIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Returns the bookmarks of highlights that have something to send, or that wait for them. */
  waitingHighlights(): Promise<readonly BookmarkId[]>;
  /** Returns the bookmark of each highlight that is on the server, as far as is known. */
  bookmarksOfSentHighlights(): Promise<readonly BookmarkId[]>;
  highlightStates(bookmarkId: BookmarkId): Promise<readonly HighlightState[]>;
  /** Like `transaction`, over the highlights of one bookmark. */
  highlightTransaction<T>(
    bookmarkId: BookmarkId,
    work: (tx: HighlightTransaction) => T,
  ): Written<T>;

  /** Deletes older entries. */
  trimJournal(before: UnixMs): Written<void>;
}
