import type { SyncEntry } from '../../../src/contract';
import type { UnixMs } from '../../../src/domain/time';
import type { InfoField } from '../schema/bookmark-columns';
import type { BookmarkKey } from '../schema/ids';
import type { Row } from '../schema/tables';

export type BookmarkRow = Row<'bookmarks'>;

/** The writable fields of a bookmark (spec 2.9 and 2.10). */
export type BookmarkFields = Omit<
  BookmarkRow,
  'key' | 'id' | 'userId' | 'created' | 'updated' | 'initialUrl'
>;

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
  /** The size of its article in UTF-8; 0 when there is none. */
  readonly articleBytes: number;
  /** JSON of the links of its content. */
  readonly linksJson: string;
}

/** The fields of a single bookmark (spec 2.10) that lists leave out. Links are in its content. */
export type BookmarkDetails = Pick<
  BookmarkRow,
  InfoField | 'omitDescription' | 'captured' | 'embed' | 'embedDomain'
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
