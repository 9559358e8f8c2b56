import type { Page, SyncEntry } from '../../../src/contract';
import type { UnixMs } from '../../../src/domain';
import type { BookmarkKey, UserId } from '../ids';
import type { Listed } from '../rows';
import type { BookmarkChange, BookmarkRow, NewBookmark } from './bookmark';
import type { BookmarkSearch } from './wanted';

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
