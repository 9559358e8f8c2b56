import type {
  ArticleImage,
  AssetHash,
  Bookmark,
  BookmarkId,
  CaptureReport,
  Collection,
  CollectionFields,
  UnixMs,
  UrlKey,
  View,
} from '../../domain';
import type { PageValues } from './outbox-rows';
import type { Refusal, SyncMeta } from './sync-rows';

/**
 * Where the bookmark stands in each list, newest first. A key is there only while the bookmark is
 * in that list, so each index holds that list and nothing else. The trash sorts by `trashedAt`.
 */
export interface ListKeys {
  readonly inUnread?: UnixMs;
  readonly inAll?: UnixMs;
  readonly inFavourites?: UnixMs;
  readonly inArchive?: UnixMs;
  /**
   * One place for each label, outside the trash. An index over several entries a row can't be
   * compound, but an entry may be a list, which sorts the same.
   */
  readonly inLabels?: readonly (readonly [label: string, created: UnixMs, id: BookmarkId])[];
}

/** The fields of a bookmark that a capture fills. */
export type CapturedFields = PageValues &
  Pick<BookmarkRow, 'canonicalKey'> &
  Pick<
    Bookmark,
    | 'lang'
    | 'textDirection'
    | 'description'
    | 'type'
    | 'content'
    | 'wordCount'
    | 'readingTimeMinutes'
  >;

export interface BookmarkRow extends Bookmark, ListKeys {
  /** What the page said, for the fields in which a person's word now stands instead. */
  readonly pageSaid?: Partial<PageValues>;
  /** The address that the page calls its own, where that is another. */
  readonly canonicalKey?: UrlKey;
}

/** One bookmark's change: from nothing, to nothing, or from one state to another. */
export interface BookmarkChange {
  readonly before: BookmarkRow | null;
  readonly after: BookmarkRow | null;
}

/** Text as it is stored: itself when short, gzipped UTF-8 when that is smaller. */
export type StoredText = string | Uint8Array<ArrayBuffer>;

export interface ArticleRow {
  readonly bookmarkId: BookmarkId;
  readonly body: StoredText;
  readonly textLength: number;
  readonly wordCount: number;
  /** A hash of each paragraph's text, in order: what changed is told without unpacking the body. */
  readonly paragraphs: readonly number[];
  readonly images: readonly ArticleImage[];
  readonly report: CaptureReport;
  readonly capturedAt: UnixMs;
  readonly iconUrl: string | null;
  readonly imageUrl: string | null;
}

export interface RevisionRow extends ArticleRow {
  /** Given by the database. */
  readonly id: number;
  readonly replacedAt: UnixMs;
}

export interface AssetRow {
  readonly hash: AssetHash;
  readonly mimeType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Apart from the bytes, so that counting does not write them again. */
export interface AssetUseRow {
  readonly hash: AssetHash;
  /** How many articles, revisions, icons and lead images show it; never 0. */
  readonly uses: number;
}

export type LabelRow = LabelCount;
export type PendingCaptureRow = PendingCapture;

export type MetaRow =
  | { readonly key: 'counts'; readonly counts: Counts }
  | { readonly key: 'articles'; readonly counts: ArticleCounts }
  | { readonly key: 'persist'; readonly granted: boolean }
  | { readonly key: 'apart'; readonly pairs: readonly Apart[] }
  | { readonly key: 'sync'; readonly sync: SyncMeta };

/** Which database: the name of an account's own; null: the first one. */
export type AccountKey = string | null;

export type Counts = Readonly<Record<View, number>>;

export interface LabelCount {
  readonly name: string;
  /** Bookmarks outside the trash that have the label. */
  readonly count: number;
}

/** What is half typed for a page; kept until it is saved or emptied. */
export interface Draft {
  readonly urlKey: UrlKey;
  readonly title?: string;
  readonly siteName?: string;
  readonly authors?: string;
  readonly published?: string;
  readonly label?: string;
  /** Labels that were entered and may not be the bookmark's yet, one a line. */
  readonly enteredLabels?: string;
  readonly updated: UnixMs;
}

/** A save that was begun: should the worker die, the address is kept at its next start. */
export interface PendingCapture {
  readonly urlKey: UrlKey;
  readonly url: string;
  readonly title: string;
  readonly startedAt: UnixMs;
}

/** Two bookmarks that a person said are two pages, in the order of their ids. */
export type Apart = readonly [BookmarkId, BookmarkId];

/** How many articles are still to be looked at, and how many are here. */
export interface ArticleCounts {
  readonly wanted: number;
  readonly here: number;
}

/**
 * A collection with what sync knows of it. They are few and small and nothing of them has an order:
 * what waits to be sent is what is different here from what the server is known to have.
 */
export interface CollectionRow extends Collection {
  /** When a person deleted it; it is shown no more, and goes when the server has heard. null: not. */
  readonly deletedAt: UnixMs | null;
  /** null: the server has none, or none is known. */
  readonly serverId: string | null;
  /** What the server is known to have; null: nothing. The base of the three-way merge. */
  readonly base: CollectionFields | null;
  /** What was sent and not answered: the server may have it, or get it yet. */
  readonly tried: CollectionChanges;
  readonly isDeleteTried: boolean;
  /** What this device asked the server to make; null: nothing. */
  readonly made: CollectionFields | null;
  /** How often it asked. */
  readonly creates: number;
  /** The one on the server is what this device made there. */
  readonly isMadeHere: boolean;
  /** Out of sync for good, because a person wanted it. */
  readonly isKeptHere: boolean;
  /** Not to be sent earlier: the undo time of a delete, the wait after a failure. */
  readonly notBefore: UnixMs;
  /** Failures in a row. */
  readonly attempts: number;
  /** Why the server does not take it; null: it was not refused. */
  readonly refusal: Refusal | null;
  /** Whether something waits, and for whom; absent when nothing does, so that its index is short. */
  readonly state?: 'waiting' | 'attention';
}

/** What of a collection is other than something else has it. */
export type CollectionChanges = Partial<CollectionFields>;
