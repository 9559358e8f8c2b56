import type { BookmarkType, Page, SyncEntry } from '../../../src/contract';
import type { TextDirection, UnixMs } from '../../../src/domain';
import type { BookmarkKey, UserId } from '../ids';
import type { Listed } from '../rows';
import type { BookmarkSearch } from './wanted';

/** An image of a bookmark: the file's name below its address, and its size in pixels. */
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

/** What can be written of a bookmark (spec 2.9 and 2.10). */
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
  /** Short messages of the extraction. */
  readonly errors: readonly string[];
  readonly images: BookmarkImages;
  readonly wordCount: number;
  /** Of a video, in seconds; 0 otherwise. */
  readonly durationSeconds: number;
  readonly isMarked: boolean;
  readonly isArchived: boolean;
  /** Per cent. */
  readonly readProgress: number;
  /** CSS selector; empty at the start. */
  readonly readAnchor: string;
  /** Each once, in the order of `sortedLabels`, whatever order they are written in. */
  readonly labels: readonly string[];
  /** When it will be deleted; null: not scheduled. */
  readonly deleteAt: UnixMs | null;
}

export interface BookmarkRow extends BookmarkFields {
  readonly key: BookmarkKey;
  /** Short id. */
  readonly id: string;
  readonly userId: UserId;
  readonly created: UnixMs;
  /** Grows with each change, by at least a millisecond. */
  readonly updated: UnixMs;
  /** As it was posted, without its fragment. */
  readonly initialUrl: string;
}

/** Absent fields are empty; the state is `loading` when not said. */
export interface NewBookmark extends Partial<BookmarkFields> {
  /** A new one when not given. */
  readonly id?: string;
  readonly url: string;
  /** `url` when not given. */
  readonly initialUrl?: string;
  /** Now when not given. */
  readonly created?: UnixMs;
}

/** Absent fields stay as they are. */
export type BookmarkChange = Partial<BookmarkFields>;

/** A bookmark in a list: what is sent, ready. */
export interface BookmarkSummaryRow {
  readonly key: BookmarkKey;
  readonly id: string;
  readonly updated: UnixMs;
  /** JSON of spec 2.9, to be given addresses by `withAddresses`. */
  readonly summary: string;
}

/** One page of a list, ready to be sent. */
export interface BookmarkListJson {
  /** A list of what spec 2.9 has. */
  readonly json: string;
  /** Of all pages. */
  readonly total: number;
}

/** What sync tells of a bookmark, and no more: of a whole library, each column counts. */
export interface SyncedBookmark extends BookmarkSummaryRow, BookmarkDetails {
  readonly created: UnixMs;
  readonly hasArticle: boolean;
}

/** What a bookmark says of itself (spec 2.10) and lists don't; its links are in its content. */
export type BookmarkDetails = Pick<
  BookmarkRow,
  'omitDescription' | 'readAnchor' | 'embed' | 'embedDomain'
>;

/** A bookmark by itself, ready to be sent. */
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

/** One key of the order of a sync stream (protocol.md section 11). */
export interface SyncKey {
  readonly by: 'created' | 'updated';
  readonly descending: boolean;
}

/** By the first key; what is equal in it by the next one, then as it was made. */
export type SyncOrder = readonly [SyncKey, ...SyncKey[]];

export const COMPLETABLE = ['author', 'label', 'site', 'title'] as const;

export interface BookmarkRepository {
  list(userId: UserId, wanted: BookmarkSearch, page: Page): Promise<Listed<BookmarkSummaryRow>>;
  /** As `list`, with the addresses of a server at `baseUrl`, which has no slash at its end. */
  listJson(
    userId: UserId,
    wanted: BookmarkSearch,
    page: Page,
    baseUrl: string,
  ): Promise<BookmarkListJson>;
  /** How many `wanted` chooses. */
  count(userId: UserId, wanted: BookmarkSearch): Promise<number>;
  find(userId: UserId, id: string): Promise<BookmarkRow | null>;
  /** As `find`, only what is said of a bookmark by itself, in one statement. */
  findDetails(userId: UserId, id: string): Promise<DetailedBookmark | null>;
  /** Whoever owns it: for shared pages, public files and jobs. */
  findById(id: string): Promise<BookmarkRow | null>;
  findByKey(key: BookmarkKey): Promise<BookmarkRow | null>;
  /** Those of `keys` that are there. */
  findMany(keys: readonly BookmarkKey[]): Promise<ReadonlyMap<BookmarkKey, BookmarkRow>>;
  /** The newest whose address, as it is or as it was posted, is `url`; null when there is none. */
  findByUrl(userId: UserId, url: string): Promise<BookmarkRow | null>;
  create(userId: UserId, bookmark: NewBookmark): Promise<BookmarkRow>;
  /**
   * Changes a bookmark; null when there is none. A function sees the row as it is now, and nobody
   * changes it meanwhile, so what was changed while a page was extracted can be kept. A change of
   * nothing writes nothing.
   */
  update(
    userId: UserId,
    id: string,
    change: BookmarkChange | ((row: BookmarkRow) => BookmarkChange),
  ): Promise<BookmarkRow | null>;
  /** Deletes at once, with all that belongs to them; leaves tombstones. How many there were. */
  delete(userId: UserId, ids: readonly string[]): Promise<number>;
  /** Deletes what is due, a batch of it; how many. */
  deleteDue(): Promise<number>;
  /**
   * Newest first, as it was at one moment. null: all that `wanted` chooses, and no deletions.
   * Otherwise what it doesn't choose is told as deleted.
   * @param wanted all bookmarks when not given; its order does not matter
   * @param isWhole also bookmarks that did not change: what `wanted` chooses may be others now
   */
  changedSince(
    userId: UserId,
    since: UnixMs | null,
    wanted?: BookmarkSearch,
    isWhole?: boolean,
  ): Promise<readonly SyncChange[]>;
  /**
   * What `wanted` chooses, a batch at a time, in `order` and not its own, in constant memory. One
   * that is changed meanwhile may come twice, or in the next sync only.
   */
  each(
    userId: UserId,
    wanted: BookmarkSearch,
    order: SyncOrder,
  ): AsyncIterable<readonly SyncedBookmark[]>;
  /** As `each`, for an export: what `wanted` chooses, in its order. */
  eachWanted(userId: UserId, wanted: BookmarkSearch): AsyncIterable<readonly BookmarkRow[]>;
  /** Values of a field that match `pattern` (`*`: anything; else exactly), folded, in order. */
  complete(
    userId: UserId,
    field: (typeof COMPLETABLE)[number],
    pattern: string,
    limit: number,
  ): Promise<readonly string[]>;
}
