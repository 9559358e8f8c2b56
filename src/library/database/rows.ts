import type { ArticleImage, CaptureReport, EarlierCause } from '../../domain/article';
import type { AssetHash, Bookmark, BookmarkId, View } from '../../domain/bookmark';
import type { PageOnlyField, PageValues } from '../../domain/bookmark-fields';
import type { DetailField } from '../../domain/bookmark-values';
import type { Brand } from '../../domain/brand';
import type { Collection, CollectionFields } from '../../domain/collection';
import type { KnownClock } from '../../domain/confirmed-clock';
import type { Highlight } from '../../domain/highlight';
import type { LabelColor } from '../../domain/label-tree';
import type { OriginalFile } from '../../domain/original-file';
import type { Retention } from '../../domain/retention';
import type { UnixMs } from '../../domain/time';
import type { UrlKey } from '../../domain/url-identity';
import type { SyncMeta } from './sync-rows';

/**
 * The position of the bookmark in each list, newest first. A key exists only while the bookmark is
 * in that list, so that each index holds nothing else. The trash is sorted by `trashedAt`.
 */
export interface ListKeys {
  readonly inUnread?: UnixMs;
  readonly inAll?: UnixMs;
  readonly inFavourites?: UnixMs;
  readonly inArchive?: UnixMs;
  /**
   * One position for each label, outside the trash. A multi-entry index cannot be compound, but an
   * entry can be an array, which sorts the same way.
   */
  readonly inLabels?: readonly (readonly [label: string, created: UnixMs, id: BookmarkId])[];
}

/** The fields of a bookmark that a capture sets. */
export type CapturedFields = PageValues &
  Pick<BookmarkRow, 'canonicalKey' | 'keywords'> &
  Pick<Bookmark, PageOnlyField | 'content' | 'wordCount' | 'readingTimeMinutes'>;

export interface BookmarkRow extends Bookmark, ListKeys {
  /** The place of the bookmark in the contents, given by `writeBookmarks`. */
  readonly number?: number;
  /** The page's values of fields that a person has edited. */
  readonly originalValues?: Partial<PageValues>;
  /**
   * True if this device saved or captured the page: values without one in `originalValues` are the
   * page's. Those that came from a server or a file may have been edited there.
   */
  readonly hasPageValues?: true;
  /** The canonical address that the page states, if it differs. */
  readonly canonicalKey?: UrlKey;
  /** The keywords of the page, from which labels are suggested. Absent: none. */
  readonly keywords?: readonly string[];
  /**
   * True if a person has captured it, cleaned it up, kept a selection or joined another one into it since
   * it was added. The undo of its import leaves it then.
   */
  readonly isOwn?: true;
}

/** The id of an act of a person in the log. */
export type GroupId = Brand<number, 'GroupId'>;

/** A change of one bookmark; null means that it does not exist. */
export interface BookmarkChange {
  readonly before: BookmarkRow | null;
  readonly after: BookmarkRow | null;
}

/** Short texts as they are; others as gzipped UTF-8 if that is smaller. */
export type StoredText = string | Uint8Array<ArrayBuffer>;

export interface ArticleRow {
  readonly bookmarkId: BookmarkId;
  readonly body: StoredText;
  readonly textLength: number;
  readonly wordCount: number;
  /** A hash of each paragraph's text, in order, to find changes without unpacking the body. */
  readonly paragraphs: readonly number[];
  readonly images: readonly ArticleImage[];
  readonly report: CaptureReport;
  readonly capturedAt: UnixMs;
  /** When it changed last, after all that was sent or received; absent: when it was captured. */
  readonly changedAt?: UnixMs;
  readonly iconUrl: string | null;
  readonly imageUrl: string | null;
  /** The page's structure as JSON. Absent for an article that was not captured on this device. */
  readonly structure?: StoredText;
  /** Absent for an article of a web page. */
  readonly original?: OriginalFile;
}

/** When an article changed last. */
export const changedAtOf = ({ capturedAt, changedAt = capturedAt }: ArticleRow): UnixMs =>
  changedAt;

/** An article that is kept beside the present one. */
export interface RevisionRow extends ArticleRow {
  /** Assigned by the database. */
  readonly id: number;
  readonly replacedAt: UnixMs;
  readonly cause: EarlierCause;
  /** The values of its bookmark, which are put back with it. */
  readonly fields: CapturedFields & Pick<BookmarkRow, 'readProgress' | 'readAnchor'>;
}

export interface AssetRow {
  readonly hash: AssetHash;
  readonly mimeType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A small copy of an image. */
export interface ThumbnailRow extends AssetRow {
  readonly madeAt: UnixMs;
}

/** A separate table, so that counting does not write the bytes again. */
export interface AssetUseRow {
  readonly hash: AssetHash;
  /** Number of articles, revisions, icons and lead images that use it; never 0. */
  readonly uses: number;
}

export type MetaRow =
  | { readonly key: 'counts'; readonly counts: Counts }
  /** The number of the next new bookmark in the contents. */
  | { readonly key: 'nextNumber'; readonly number: number }
  | { readonly key: 'articles'; readonly counts: ArticleCounts }
  | { readonly key: 'persist'; readonly granted: boolean }
  /** The days on which something was read (`dayOf`), in their order. */
  | { readonly key: 'reading'; readonly days: readonly number[] }
  | { readonly key: 'retention'; readonly rules: Retention }
  /** When the rule of `days` for images was last applied to all archived pages. */
  | { readonly key: 'releasedImages'; readonly at: UnixMs; readonly days: number }
  | { readonly key: 'labelColors'; readonly colors: LabelColors }
  | { readonly key: 'apart'; readonly pairs: readonly DistinctPair[] }
  /** The knowledge about the clock of this device. */
  | { readonly key: 'clock'; readonly clock: KnownClock }
  | { readonly key: 'sync'; readonly sync: SyncMeta };

/** The database of an account; null: the one without an account. */
export type AccountKey = string | null;

export type Counts = Readonly<Record<View, number>>;

/** The colours of labels by `labelKey`. */
export type LabelColors = Readonly<Record<string, LabelColor>>;

export interface LabelCount {
  readonly name: string;
  /** Number of bookmarks outside the trash with the label. */
  readonly count: number;
}

/** Unsaved input for a page. It is kept until it is saved or emptied. */
export interface Draft extends Readonly<Partial<Record<DetailField, string>>> {
  readonly urlKey: UrlKey;
  readonly label?: string;
  /** Labels that were entered and may not be saved yet, one per line. */
  readonly enteredLabels?: string;
  readonly updated: UnixMs;
}

/** A save in progress. If the worker dies, its next start saves the address. */
export interface PendingCapture {
  readonly urlKey: UrlKey;
  readonly url: string;
  readonly title: string;
  readonly startedAt: UnixMs;
}

/** Two bookmarks that a person marked as different pages, ordered by id. */
export type DistinctPair = readonly [BookmarkId, BookmarkId];

/** Number of articles to examine, and of articles on this device. */
export interface ArticleCounts {
  readonly pending: number;
  readonly here: number;
}

/** A collection with its last known state on the server. */
export interface CollectionRow extends Collection {
  /**
   * When a person deleted it. It is hidden, and removed when the server has the deletion. null: not
   * deleted.
   */
  readonly deletedAt: UnixMs | null;
  /** null: the collection is not on the server or its id is unknown. */
  readonly serverId: string | null;
  /** The last known fields on the server, the base of the three-way merge; null: none. */
  readonly base: CollectionFields | null;
  /** Changes that were sent without a response: the server may have them or receive them later. */
  readonly tried: CollectionChanges;
  readonly isDeleteTried: boolean;
  /** The fields of the create that was sent; null: none. */
  readonly made: CollectionFields | null;
  /** Number of creates that were sent. */
  readonly creates: number;
  /** True if this device created the one on the server. */
  readonly isCreatedHere: boolean;
  /** True if a person excluded it from sync for good. */
  readonly isKeptHere: boolean;
}

/** Fields of a collection that differ from another state. */
export type CollectionChanges = Partial<CollectionFields>;

export type HighlightRow = Highlight;

/** A deleted highlight, from which it can be restored. */
export interface DeletedHighlightRow extends Highlight {
  readonly deletedAt: UnixMs;
}
