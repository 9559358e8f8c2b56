import type { BookmarkType, Page, SyncEntry } from '../../../src/contract';
import type { TextDirection, UnixMs } from '../../../src/domain';
import type { BookmarkKey, UserId } from '../ids';
import type { Listed } from '../rows';
import type { BookmarkSearch } from './bookmark-search';

/** An image of a bookmark: its file name and its size in pixels. */
export interface BookmarkImage {
  readonly name: string;
  /** 0 when unknown. */
  readonly width: number;
  readonly height: number;
}

export interface BookmarkImages {
  readonly icon?: BookmarkImage;
  readonly image?: BookmarkImage;
  readonly thumbnail?: BookmarkImage;
}

/** 0 loaded, 1 error, 2 loading (spec section 3). */
export type BookmarkState = 0 | 1 | 2;

/** The writable fields of a bookmark (spec 2.9 and 2.10). */
export interface BookmarkFields {
  readonly state: BookmarkState;
  readonly url: string;
  readonly title: string;
  /** Host name. */
  readonly site: string;
  readonly siteName: string;
  /** Registered domain of the host. */
  readonly domain: string;
  /** null when unknown. */
  readonly published: UnixMs | null;
  readonly authors: readonly string[];
  readonly lang: string;
  /** Empty when unknown. */
  readonly textDirection: TextDirection | '';
  /** Empty while loading. */
  readonly documentType: string;
  readonly type: BookmarkType;
  readonly hasArticle: boolean;
  readonly description: string;
  readonly omitDescription: boolean;
  /** An `<iframe>` for a video; empty when there is none. */
  readonly embed: string;
  readonly embedDomain: string;
  /** Short error messages of the extraction. */
  readonly errors: readonly string[];
  readonly images: BookmarkImages;
  readonly wordCount: number;
  /** The duration of a video in seconds; 0 for others. */
  readonly durationSeconds: number;
  readonly isMarked: boolean;
  readonly isArchived: boolean;
  /** Per cent. */
  readonly readProgress: number;
  /** CSS selector; empty at the start. */
  readonly readAnchor: string;
  /** Without duplicates, in the order of `sortedLabels`. Writes accept any order. */
  readonly labels: readonly string[];
  /** The time of the scheduled deletion; null when none is scheduled. */
  readonly deleteAt: UnixMs | null;
}

export interface BookmarkRow extends BookmarkFields {
  readonly key: BookmarkKey;
  /** Short id. */
  readonly id: string;
  readonly userId: UserId;
  readonly created: UnixMs;
  /** Increases with each change by at least one millisecond. */
  readonly updated: UnixMs;
  /** The posted address without its fragment. */
  readonly initialUrl: string;
}

/** A new bookmark. Absent fields are empty; the state is `loading` by default. */
export interface NewBookmark extends Partial<BookmarkFields> {
  /** A new id by default. */
  readonly id?: string;
  readonly url: string;
  /** `url` by default. */
  readonly initialUrl?: string;
  /** Now by default. */
  readonly created?: UnixMs;
}

/** A change of a bookmark. Absent fields stay unchanged. */
export type BookmarkChange = Partial<BookmarkFields>;

/** A bookmark in a list, as prepared JSON. */
export interface BookmarkSummaryRow {
  readonly key: BookmarkKey;
  readonly id: string;
  readonly updated: UnixMs;
  /** JSON of spec 2.9. `withAddresses` adds the server's address. */
  readonly summary: string;
}

/** One page of a list as JSON. */
export interface BookmarkListJson {
  /** A JSON array of bookmarks (spec 2.9). */
  readonly json: string;
  /** The number of bookmarks on all pages. */
  readonly total: number;
}

/** The columns of a bookmark that a sync needs. Each further column costs time in large libraries. */
export interface SyncedBookmark extends BookmarkSummaryRow, BookmarkDetails {
  readonly created: UnixMs;
  readonly hasArticle: boolean;
}

/** The fields of a single bookmark (spec 2.10) that lists leave out. Links are in its content. */
export type BookmarkDetails = Pick<
  BookmarkRow,
  'omitDescription' | 'readAnchor' | 'embed' | 'embedDomain'
>;

/** A single bookmark, as prepared JSON. */
export interface DetailedBookmark extends BookmarkSummaryRow, BookmarkDetails {
  readonly state: BookmarkRow['state'];
  readonly errors: BookmarkRow['errors'];
  /** JSON of the links of its content. */
  readonly linksJson: string;
}

export interface SyncChange {
  readonly id: string;
  readonly time: UnixMs;
  readonly type: SyncEntry['type'];
}

/** One sort key of a sync stream (protocol.md section 11). */
export interface SyncKey {
  readonly by: 'created' | 'updated';
  readonly descending: boolean;
}

/** The sort keys in order of precedence. Equal bookmarks follow by their creation. */
export type SyncOrder = readonly [SyncKey, ...SyncKey[]];

export const COMPLETABLE = ['author', 'label', 'site', 'title'] as const;

export interface BookmarkRepository {
  list(userId: UserId, search: BookmarkSearch, page: Page): Promise<Listed<BookmarkSummaryRow>>;
  /** Like `list`, as JSON with addresses below `baseUrl`, which has no slash at its end. */
  listJson(
    userId: UserId,
    search: BookmarkSearch,
    page: Page,
    baseUrl: string,
  ): Promise<BookmarkListJson>;
  /** Counts the bookmarks that match `search`. */
  count(userId: UserId, search: BookmarkSearch): Promise<number>;
  find(userId: UserId, id: string): Promise<BookmarkRow | null>;
  /** Like `find`, with only the columns of a single bookmark, in one statement. */
  findDetails(userId: UserId, id: string): Promise<DetailedBookmark | null>;
  /** Finds a bookmark of any owner, for shared pages, public files and jobs. */
  findById(id: string): Promise<BookmarkRow | null>;
  findByKey(key: BookmarkKey): Promise<BookmarkRow | null>;
  /** Returns the existing bookmarks of `keys`. */
  findMany(keys: readonly BookmarkKey[]): Promise<ReadonlyMap<BookmarkKey, BookmarkRow>>;
  /** Finds the newest bookmark whose current or posted address is `url`; null when there is none. */
  findByUrl(userId: UserId, url: string): Promise<BookmarkRow | null>;
  create(userId: UserId, bookmark: NewBookmark): Promise<BookmarkRow>;
  /**
   * Changes a bookmark; null when there is none. A function gets the current row, which is locked
   * meanwhile, so that edits during an extraction are kept. An empty change writes nothing.
   */
  update(
    userId: UserId,
    id: string,
    change: BookmarkChange | ((row: BookmarkRow) => BookmarkChange),
  ): Promise<BookmarkRow | null>;
  /** Deletes bookmarks with all their data and writes tombstones. Returns their number. */
  delete(userId: UserId, ids: readonly string[]): Promise<number>;
  /** Deletes a batch of bookmarks that are due. Returns their number. */
  deleteDue(): Promise<number>;
  /**
   * Lists changes, newest first, from one snapshot. Bookmarks that do not match `search` are listed
   * as deleted.
   * @param since null lists all matches and no deletions
   * @param search all bookmarks by default; its order is ignored
   * @param isWhole lists unchanged bookmarks too, for when other bookmarks may match `search` now
   */
  changedSince(
    userId: UserId,
    since: UnixMs | null,
    search?: BookmarkSearch,
    isWhole?: boolean,
  ): Promise<readonly SyncChange[]>;
  /**
   * Yields the matches of `search` in batches, in `order`, in constant memory. A bookmark that is
   * changed meanwhile may come twice, or only in the next sync.
   */
  each(
    userId: UserId,
    search: BookmarkSearch,
    order: SyncOrder,
  ): AsyncIterable<readonly SyncedBookmark[]>;
  /** Yields the matches of `search` in their own order, for exports. */
  eachMatch(userId: UserId, search: BookmarkSearch): AsyncIterable<readonly BookmarkRow[]>;
  /** Lists sorted values of a field that match `pattern`, folded. `*` matches any text. */
  complete(
    userId: UserId,
    field: (typeof COMPLETABLE)[number],
    pattern: string,
    limit: number,
  ): Promise<readonly string[]>;
}
