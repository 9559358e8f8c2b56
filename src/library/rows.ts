import type {
  ArticleImage,
  AssetHash,
  Bookmark,
  BookmarkId,
  CaptureReport,
  UnixMs,
  UrlKey,
} from '../domain';
import type { Apart } from './duplicates/duplicate-repository';
import type { PageValues } from './intents';
import type { Counts, LabelCount, PendingCapture } from './records';
import type { ArticleCounts } from './sync/sync-repository';
import type { SyncMeta } from './sync/sync-rows';

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
