import type { Capture } from '../../capture/capture';
import type { AddressOnlyReason } from '../../domain/address-only';
import type { CaptureChange } from '../../domain/article';
import type { Bookmark, BookmarkId, BookmarkPatch, View } from '../../domain/bookmark';
import type { UnixMs } from '../../domain/time';
import type { UrlKey } from '../../domain/url-identity';
import type { Dispose, Written } from '../database/commit';
import type { Counts, PendingCapture } from '../database/rows';

/** The end of a page of a list. Opaque to callers. */
export interface PageCursor {
  readonly sort: number;
  readonly id: BookmarkId;
}

export interface BookmarkPage {
  readonly rows: readonly Bookmark[];
  /** null: this is the last page. */
  readonly next: PageCursor | null;
}

export interface PageQuery {
  readonly view: View;
  /** Only bookmarks with this label; if absent, all of the view. */
  readonly label?: string;
  /** At most 1,000. */
  readonly limit: number;
  /** null for the first page. Newest first; in the trash, last deleted first. */
  readonly after: PageCursor | null;
}

/** The order of a list. */
export type ListSort =
  | {
      readonly by: 'saved' | 'published' | 'title' | 'site' | 'length' | 'progress';
      /** False: newest first by `saved`, ascending by the others. */
      readonly isReversed: boolean;
    }
  /** The same seed gives the same order. */
  | { readonly by: 'random'; readonly isReversed: false; readonly seed: number };

/** A whole list. */
export interface ListQuery extends Pick<PageQuery, 'view' | 'label'> {
  readonly sort: ListSort;
}

/** An address that is saved without its page, with the reason. */
export interface NewAddress {
  readonly kind: 'address';
  readonly url: string;
  readonly title: string;
  readonly excerpt: string;
  readonly reason: AddressOnlyReason;
}

/** The page to save: a capture, or only the address. */
export type NewPage = { readonly kind: 'captured'; readonly capture: Capture } | NewAddress;

export type SaveResult =
  | { readonly kind: 'created'; readonly bookmark: Bookmark }
  /** The address was in the library or the trash; no second copy was made. */
  | { readonly kind: 'existing'; readonly bookmark: Bookmark; readonly restored: boolean }
  /** The storage had no space for the article; only the address is stored. */
  | { readonly kind: 'address-kept'; readonly bookmark: Bookmark };

/** A page from a file or a test, with its state there. */
export interface ImportedPage {
  readonly page: NewPage;
  readonly created?: UnixMs;
  readonly labels?: readonly string[];
  readonly isFavourite?: boolean;
  readonly isArchived?: boolean;
  readonly readProgress?: number;
}

export interface AddManyOptions {
  /** True if the bookmarks are to be created on the server; false if they come from it. */
  readonly outbox: boolean;
}

export interface AddManyResult {
  readonly added: readonly BookmarkId[];
  /** Number of pages that were in the library, occurred twice or have no usable address. */
  readonly skipped: number;
}

export interface BookmarkRepository {
  get(id: BookmarkId): Promise<Bookmark | null>;
  /**
   * Returns the bookmark of the address: preferably one outside the trash; null if there is none.
   */
  findByUrlKey(urlKey: UrlKey): Promise<Bookmark | null>;
  page(query: PageQuery): Promise<BookmarkPage>;
  /** Calls `listener` now and after each change of the page in any context. */
  watchPage(query: PageQuery, listener: (page: BookmarkPage) => void): Dispose;
  /**
   * Calls `listener` with the bookmarks of `ids` now and after each change of one of them. Those
   * that do not exist are left out.
   */
  watchMany(
    ids: readonly BookmarkId[],
    listener: (bookmarks: readonly Bookmark[]) => void,
  ): Dispose;
  watch(id: BookmarkId, listener: (bookmark: Bookmark | null) => void): Dispose;
  watchCounts(listener: (counts: Counts) => void): Dispose;

  /**
   * Saves a page: bookmark, article and outbox entry in one transaction with strict durability.
   * Saving an address again never makes a second copy.
   */
  save(page: NewPage): Written<SaveResult>;
  /** Adds many pages in one transaction; none of them if they do not fit. */
  addMany(pages: readonly ImportedPage[], options: AddManyOptions): Written<AddManyResult>;
  /**
   * *Capture again*: replaces the article and keeps the old one as a revision. Values that a person
   * edited (title, authors, site, date, labels) stay. A capture without text never replaces an
   * article (`nothing-better`).
   */
  recapture(id: BookmarkId, capture: Capture): Written<CaptureChange>;
  /** Applies a patch and returns the patch that undoes it. */
  edit(id: BookmarkId, patch: BookmarkPatch): Written<BookmarkPatch>;
  /**
   * Undoes an edit by its patch and the patch that `edit` returned. Values that are no longer as the
   * edit left them stay.
   */
  undoEdit(id: BookmarkId, patch: BookmarkPatch, inverse: BookmarkPatch): Written<void>;
  /**
   * Moves bookmarks to the trash and returns the time that they have there. The deletion is sent
   * after `UNDO_MS` at the earliest.
   */
  trash(ids: readonly BookmarkId[]): Written<UnixMs>;
  /** With `trashedAt`, only bookmarks that were moved to the trash at that time. */
  restore(ids: readonly BookmarkId[], trashedAt?: UnixMs): Written<void>;
  /** Deletes bookmarks in the trash for good, only when a person asks for it. */
  purge(ids: readonly BookmarkId[]): Written<void>;
}

export interface PendingCaptureRepository {
  begin(pending: Omit<PendingCapture, 'startedAt'>): Written<void>;
  end(urlKey: UrlKey): Written<void>;
  /** Saves the addresses of captures that started before `before`, with reason `failed`. */
  rescue(before: UnixMs): Written<readonly Bookmark[]>;
}
