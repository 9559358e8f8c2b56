import type { LoadedImage } from '../../capture/capture';
import type { Bookmark, BookmarkId, CollectionId, UnixMs, UrlKey } from '../../domain';
import type { Dispose, Written } from '../database/commit';
import type { OutboxRow, PageValues } from '../database/outbox-rows';
import type { ArticleCounts, CollectionRow } from '../database/rows';
import type {
  CollectionName,
  JournalChange,
  JournalKind,
  Shadow,
  SyncMeta,
} from '../database/sync-rows';

/** A bookmark with what the page said where a person's word stands instead. */
export interface SyncedBookmark extends Bookmark {
  readonly pageSaid?: Partial<PageValues>;
}

/** An intent of the outbox; `seq` is null until it is written. */
export interface QueuedIntent extends Omit<OutboxRow, 'seq'> {
  readonly seq: number | null;
}

/** All that sync decides over, of one bookmark. */
export interface SyncState {
  readonly id: BookmarkId;
  /** null: it is gone for good, and only its delete is left. */
  readonly bookmark: SyncedBookmark | null;
  readonly shadow: Shadow | null;
  /** In their order. */
  readonly intents: readonly QueuedIntent[];
}

/** Which bookmarks a decision is about. */
export interface DeskQuery {
  readonly ids?: readonly BookmarkId[];
  readonly serverIds?: readonly string[];
  readonly urls?: readonly string[];
}

/**
 * What a decision works on: the bookmarks that were asked for, in memory. What is put is written in
 * one transaction when the decision is made.
 */
export interface SyncDesk {
  readonly now: UnixMs;
  readonly meta: SyncMeta;
  get(id: BookmarkId): SyncState;
  byServerId(serverId: string): SyncState | null;
  /** Those of an address, in the trash or not. */
  byAddress(urlKey: UrlKey): readonly SyncState[];
  newId(): BookmarkId;
  put(state: SyncState): void;
  setMeta(change: Partial<SyncMeta>): void;
  tell(kind: JournalKind, bookmarkId: BookmarkId, changes?: readonly JournalChange[]): void;
}

/** What a decision about collections works on: all of them, as they are few. */
export interface CollectionDesk {
  readonly now: UnixMs;
  readonly meta: SyncMeta;
  rows(): readonly CollectionRow[];
  get(id: CollectionId): CollectionRow | null;
  newId(): CollectionId;
  put(row: CollectionRow): void;
  remove(id: CollectionId): void;
  setMeta(change: Partial<SyncMeta>): void;
  tell(kind: JournalKind, about: CollectionName, changes?: readonly JournalChange[]): void;
}

/** An article as it came from a server; the images are called what the HTML calls them. */
export interface ReceivedArticle {
  readonly html: string;
  readonly images: readonly LoadedImage[];
  readonly icon: LoadedImage | null;
  readonly image: LoadedImage | null;
}

/** An article that is on the server and not here. */
export interface WantedArticle {
  readonly id: BookmarkId;
  readonly serverId: string | null;
  /** null: it is gone for good, and its delete is on its way. */
  readonly bookmark: Bookmark | null;
  /** What it took when it was here; null where it never was. */
  readonly bytes: number | null;
}

/** An article that is here, of a bookmark that a server has too. */
export interface HeldArticle {
  readonly id: BookmarkId;
  /** When the bookmark was saved, or somebody opened it whose article was not here: the later. */
  readonly at: UnixMs;
  /** With its images. */
  readonly bytes: number;
  /** Whether the server has it as it is here, and would give it again. */
  readonly canGo: boolean;
}

/** What a status line says. */
export interface SyncStatus extends SyncMeta {
  /** The number of changes of a person that were not sent yet, without those that sync queued for itself. */
  readonly waiting: number;
  /** The number of the latest of them, of bookmarks: each that is queued has a higher one; 0: none. */
  readonly lastQueued: number;
  /** The number of changes that the server refused and that a person has to decide about. */
  readonly attention: number;
  readonly articlesWanted: number;
  /** Articles of bookmarks that the server has too. */
  readonly articlesHere: number;
}

export type LinkedShadow = Pick<Shadow, 'bookmarkId' | 'serverId' | 'updated'>;

/** Where sync stands, for whoever shows it. */
export interface SyncStanding {
  watchStatus(listener: (status: SyncStatus) => void): Dispose;
}

/** What only sync does with the library. */
export interface SyncRepository {
  meta(): Promise<SyncMeta>;
  setMeta(change: Partial<SyncMeta>): Written<void>;

  /** Reads what is asked for, lets `decide` work on it, and writes all of that or nothing. */
  decide<T>(query: DeskQuery, decide: (desk: SyncDesk) => T): Written<T>;
  /** Bookmarks with something waiting behind `after`, in the order it was queued. */
  queued(after: number, limit: number): Promise<readonly OutboxRow[]>;
  /** Whether a delete of one of `ids` is still to be told; one that waits for a person is not. */
  hasDeletes(ids: readonly BookmarkId[]): Promise<boolean>;
  /** What is linked to those ids of the server, or to any; and when it was changed there. */
  linked(serverIds?: readonly string[]): Promise<readonly LinkedShadow[]>;
  /** The next articles that are to be looked at, of the newest bookmarks first. */
  articlesWanted(limit: number): Promise<readonly WantedArticle[]>;
  /** Of these the articles stay on the server; what is not wanted stays as it is. */
  leaveArticles(ids: readonly BookmarkId[]): Written<void>;
  /** What was left on the server is to be looked at again. */
  wantLeftArticles(): Written<void>;
  /**
   * Puts articles where only the address was kept, in one transaction; gives how many bytes they
   * take. An article that is here stays; of bookmarks that are gone nothing is kept.
   */
  keepArticles(received: ReadonlyMap<BookmarkId, ReceivedArticle>): Written<number>;
  articleCounts(): Promise<ArticleCounts>;
  /** All articles of bookmarks that the server has too. */
  heldArticles(): Written<readonly HeldArticle[]>;
  /** Takes articles away that are on the server as they are here; the others of these stay. */
  dropArticles(ids: readonly BookmarkId[]): Written<void>;

  collections(): Promise<readonly CollectionRow[]>;
  /** Those with something to send. */
  waitingCollections(): Promise<readonly CollectionRow[]>;
  /** As `decide`, over all collections. */
  decideCollections<T>(decide: (desk: CollectionDesk) => T): Written<T>;

  /** Drops what is older. */
  trimJournal(before: UnixMs): Written<void>;
}
