import type {
  ArticleImage,
  AssetHash,
  Bookmark,
  BookmarkId,
  CaptureReport,
  UnixMs,
} from '../domain';
import type { Counts, LabelCount, PendingCapture } from './repository';

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

/** What the page says of itself and a person may correct. */
export type PageValues = Pick<Bookmark, 'title' | 'siteName' | 'authors' | 'published'>;

/** The fields of a bookmark that a capture fills. */
export type CapturedFields = PageValues &
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

/** Fields that a patch sets as a whole. */
export type PatchFields = Partial<
  PageValues &
    Pick<Bookmark, 'excerpt' | 'isFavourite' | 'isArchived' | 'readProgress' | 'readAnchor'>
>;

export interface PatchIntent {
  readonly kind: 'patch';
  readonly set: PatchFields;
  /** What the fields of `set` were before: the base of a three-way merge. */
  readonly base: PatchFields;
  readonly addLabels: readonly string[];
  readonly removeLabels: readonly string[];
}

/** What a person asked for, in the words of the request and not of the resulting row. */
export type Intent =
  /** Make the bookmark, as it is by then, with its article and images. */
  | { readonly kind: 'create' }
  /** The article or its images are new: send them as they are by then. */
  | { readonly kind: 'content' }
  | PatchIntent
  | { readonly kind: 'delete' };

export interface OutboxRow {
  /** Given by the database; the order of a bookmark's intents. */
  readonly seq: number;
  readonly bookmarkId: BookmarkId;
  readonly intent: Intent;
  readonly queuedAt: UnixMs;
  /** Not to be sent earlier: the undo time of a delete. */
  readonly notBefore: UnixMs;
  readonly state: 'waiting' | 'sending' | 'attention';
  /** How often it was tried. Once tried, the server may have acted on it: it is folded no more. */
  readonly attempts: number;
}

export type MetaRow =
  | { readonly key: 'counts'; readonly counts: Counts }
  | { readonly key: 'persist'; readonly granted: boolean };
