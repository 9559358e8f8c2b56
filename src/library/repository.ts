import type { Capture, LoadedImage } from '../capture/capture';
import type {
  AddressOnlyReason,
  Article,
  AssetHash,
  Bookmark,
  BookmarkId,
  BookmarkPatch,
  CaptureChange,
  CaptureReport,
  Collection,
  CollectionFields,
  CollectionId,
  UnixMs,
  UrlKey,
  View,
} from '../domain';
import type { Counts, Draft, LabelCount, PendingCapture } from './records';
import type { Store } from './store';
import type { ShownSync } from './sync/shown-sync';
import type { SyncRepository, SyncStanding } from './sync/sync-repository';
import type { Dispose, Written } from './written';

export type { AccountKey, Counts, Draft, LabelCount, PendingCapture } from './records';
export type { Dispose, LibraryError, Written } from './written';

/** Where a page of a list ends. Opaque to callers. */
export interface PageCursor {
  readonly sort: number;
  readonly id: BookmarkId;
}

export interface BookmarkPage {
  readonly rows: readonly Bookmark[];
  /** null when the list ends here. */
  readonly next: PageCursor | null;
}

export interface PageQuery {
  readonly view: View;
  /** Only bookmarks with this label; absent for the whole view. */
  readonly label?: string;
  /** At most 200. */
  readonly limit: number;
  /** null for the first page; newest first (the trash: last trashed first). */
  readonly after: PageCursor | null;
}

/** An address that is saved alone, with the reason. */
export interface NewAddress {
  readonly kind: 'address';
  readonly url: string;
  readonly title: string;
  readonly excerpt: string;
  readonly reason: AddressOnlyReason;
}

/** The page that is saved: what a capture gave, or the address alone. */
export type NewPage = { readonly kind: 'captured'; readonly capture: Capture } | NewAddress;

export type SaveResult =
  | { readonly kind: 'created'; readonly bookmark: Bookmark }
  /** It was there already (or in the trash, and is back): no second copy was made. */
  | { readonly kind: 'existing'; readonly bookmark: Bookmark; readonly restored: boolean }
  /** It did not fit: the address is kept, the article is not. */
  | { readonly kind: 'address-kept'; readonly bookmark: Bookmark };

/** A page that comes from a file or a test, with the state it had there. */
export interface ImportedPage {
  readonly page: NewPage;
  readonly created?: UnixMs;
  readonly labels?: readonly string[];
  readonly isFavourite?: boolean;
  readonly isArchived?: boolean;
  readonly readProgress?: number;
}

export interface AddManyOptions {
  /** Whether the bookmarks are to be made on the server: not when they come from there. */
  readonly outbox: boolean;
}

export interface AddManyResult {
  readonly added: readonly BookmarkId[];
  /** How many were there already, came twice, or have no address to come back to. */
  readonly skipped: number;
}

export interface BookmarkRepository {
  get(id: BookmarkId): Promise<Bookmark | null>;
  /** The bookmark of that address outside the trash, or else the one in the trash, or null. */
  findByUrlKey(urlKey: UrlKey): Promise<Bookmark | null>;
  page(query: PageQuery): Promise<BookmarkPage>;
  /** Calls back with the page now and after each change to it, from whatever context. */
  watchPage(query: PageQuery, listener: (page: BookmarkPage) => void): Dispose;
  watch(id: BookmarkId, listener: (bookmark: Bookmark | null) => void): Dispose;
  watchCounts(listener: (counts: Counts) => void): Dispose;

  /**
   * Saves a page: bookmark, article and outbox entry in one transaction with strict durability.
   * The second save of an address never makes a second copy.
   */
  save(page: NewPage): Written<SaveResult>;
  /** Adds many pages in one transaction: all of them or, when they don't fit, none. */
  addMany(pages: readonly ImportedPage[], options: AddManyOptions): Written<AddManyResult>;
  /**
   * *Capture again*: puts a new article in place of the old, which is kept as a revision. What a
   * person edited (title, authors, site, date, labels) stays as it is. A capture without text never
   * replaces an article (`nothing-better`).
   */
  recapture(id: BookmarkId, capture: Capture): Written<CaptureChange>;
  /** Applies a patch; the value is the patch that takes it back. */
  edit(id: BookmarkId, patch: BookmarkPatch): Written<BookmarkPatch>;
  /** To the trash. The server may be told once `UNDO_MS` have passed. */
  trash(ids: readonly BookmarkId[]): Written<void>;
  restore(ids: readonly BookmarkId[]): Written<void>;
  /** Out of the trash for good: only from the trash, only when a person asks for it. */
  purge(ids: readonly BookmarkId[]): Written<void>;
}

export interface Revision {
  readonly id: number;
  readonly bookmarkId: BookmarkId;
  readonly replacedAt: UnixMs;
  readonly article: Article;
}

export interface ArticleRepository {
  get(bookmarkId: BookmarkId): Promise<Article | null>;
  watch(bookmarkId: BookmarkId, listener: (article: Article | null) => void): Dispose;
  /** Watches the report alone, so that a long article is not unpacked for each image that arrives. */
  watchReport(bookmarkId: BookmarkId, listener: (report: CaptureReport | null) => void): Dispose;
  /** Earlier articles of the bookmark, last replaced first. */
  revisions(bookmarkId: BookmarkId): Promise<readonly Revision[]>;
  /**
   * Puts images that were read in the page into the article, those with the same bytes once, and
   * counts the article's report anew. Images that don't fit are dropped with reason `quota`.
   */
  addImages(bookmarkId: BookmarkId, images: readonly LoadedImage[]): Written<void>;
}

export interface AssetRepository {
  get(hash: AssetHash): Promise<Blob | null>;
  getMany(hashes: readonly AssetHash[]): Promise<ReadonlyMap<AssetHash, Blob>>;
}

/** What a rename or a delete of a label did, for taking it back. */
export interface LabelChange {
  /** What the label is called now, in the spelling that stands; null: it was deleted. */
  readonly name: string | null;
  /** The patch that takes it back, for each bookmark that was changed. */
  readonly inverse: ReadonlyMap<BookmarkId, BookmarkPatch>;
}

export interface LabelRepository {
  /** All labels in use, in alphabetical order of the reader's language. */
  watchAll(listener: (labels: readonly LabelCount[]) => void): Dispose;
  /**
   * Renames a label, which is named exactly, on all bookmarks outside the trash; joins it to the
   * one that has that name, in whatever case. A blank name changes nothing. All of it or nothing,
   * however many have it; what waits for the server is a patch of each.
   */
  rename(from: string, to: string): Written<LabelChange>;
  /** Takes a label off all bookmarks outside the trash, as `rename` does. */
  delete(name: string): Written<LabelChange>;
  /** Those bookmarks, in the trash by now or not, have the labels again that they had. */
  takeBack(change: LabelChange): Written<void>;
}

/** A collection that is to be: what is not said of it is as in `EVERY_BOOKMARK`. */
export type NewCollection = Pick<CollectionFields, 'name'> & Partial<CollectionFields>;

export interface CollectionRepository {
  get(id: CollectionId): Promise<Collection | null>;
  /** All of them, pinned ones first, in alphabetical order of the reader's language. */
  watchAll(listener: (collections: readonly Collection[]) => void): Dispose;
  /**
   * Texts are kept in the form that servers give them: what `search` says of one field goes to that
   * field's box. Labels stay as they were written, also when a label is renamed. Error `no-name`.
   */
  create(collection: NewCollection): Written<Collection>;
  /** Sets fields; the value sets them back. A blank name leaves the name as it is. */
  edit(id: CollectionId, changes: Partial<CollectionFields>): Written<Partial<CollectionFields>>;
  /** The value is for `restore`. The server may be told once `UNDO_MS` have passed. */
  delete(id: CollectionId): Written<Collection>;
  /** Takes a delete back, also when the server was told. */
  restore(collection: Collection): Written<Collection>;
}

export interface DraftRepository {
  get(urlKey: UrlKey): Promise<Draft | null>;
  put(draft: Omit<Draft, 'updated'>): Written<void>;
  remove(urlKey: UrlKey): Written<void>;
}

export interface PendingCaptureRepository {
  begin(pending: Omit<PendingCapture, 'startedAt'>): Written<void>;
  end(urlKey: UrlKey): Written<void>;
  /** Saves the addresses of captures begun before `before`, with reason `failed`. */
  rescue(before: UnixMs): Written<readonly Bookmark[]>;
}

export interface StorageState {
  /** null where the browser doesn't tell. */
  readonly usedBytes: number | null;
  readonly quotaBytes: number | null;
  /** Whether the browser promised not to clear the library by itself; null: never asked. */
  readonly persisted: boolean | null;
  /** Less than 5 % or less than 100 MB is left. */
  readonly isLow: boolean;
}

export interface StorageRepository {
  state(): Promise<StorageState>;
  /**
   * Asks the browser to keep the library for good, the first time only; later: the first answer.
   * With `again` it is asked anew, because a person wants it.
   */
  askToPersist(how?: { readonly again: boolean }): Promise<boolean>;
  /** Empties what has been in the trash, or replaced, for longer than was promised. */
  expire(now: UnixMs): Written<{ readonly purged: number }>;
}

/** What the server has not been told. */
export interface UnsentRepository {
  /** How many changes wait. */
  count(): Promise<number>;
}

/** Makes a part of a library over its open database. */
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
  readonly sync: SyncStanding & SyncRepository & ShownSync;
  /** One more part over the same connection, for a page that loads its code when it is opened. */
  part<T>(make: LibraryPart<T>): T;
  close(): void;
}
