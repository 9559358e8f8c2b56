import type { Capture } from '../../capture/capture';
import type {
  AddressOnlyReason,
  Bookmark,
  BookmarkId,
  BookmarkPatch,
  CaptureChange,
  UnixMs,
  UrlKey,
  View,
} from '../../domain';
import type { Dispose, Written } from '../database/commit';
import type { Counts, PendingCapture } from '../database/rows';

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

export interface PendingCaptureRepository {
  begin(pending: Omit<PendingCapture, 'startedAt'>): Written<void>;
  end(urlKey: UrlKey): Written<void>;
  /** Saves the addresses of captures begun before `before`, with reason `failed`. */
  rescue(before: UnixMs): Written<readonly Bookmark[]>;
}
