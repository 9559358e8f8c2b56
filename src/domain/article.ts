import type { AssetHash, BookmarkId } from './bookmark';
import type { UnixMs } from './time';

/** Why an image of the article is not kept. */
export type ImageDropReason =
  | 'not-readable'
  | 'too-many'
  | 'too-large'
  | 'not-an-image'
  | 'failed'
  | 'quota'
  | 'pending';

/** One image of an article, in document order. `url` is the `src` the article's HTML has. */
export type ArticleImage = {
  readonly url: string;
  readonly width: number | null;
  readonly height: number | null;
} & ({ readonly hash: AssetHash } | { readonly hash: null; readonly reason: ImageDropReason });

/** In px. A smaller image is an icon or a logo, whatever the page calls it. */
const MIN_LEAD_SIDE = 64;
/** In px. Smaller ones in an article are decoration. */
const MIN_ARTICLE_LEAD = { width: 200, height: 100 };

interface Size {
  readonly width: number;
  readonly height: number;
}

/** True when the image that a page names for itself is large enough to be its picture. */
export const canLead = ({ width, height }: Size): boolean =>
  Math.min(width, height) >= MIN_LEAD_SIDE;

/** True when an image of the article is large enough to be the picture of a page that names none. */
export const canLeadFromArticle = ({ width, height }: Size): boolean =>
  width >= MIN_ARTICLE_LEAD.width && height >= MIN_ARTICLE_LEAD.height;

/** The article as it is read: sanitised HTML whose images keep their absolute address. */
export interface Article {
  readonly bookmarkId: BookmarkId;
  readonly html: string;
  /** In UTF-16 code units of the text. */
  readonly textLength: number;
  readonly images: readonly ArticleImage[];
  readonly report: CaptureReport;
  readonly capturedAt: UnixMs;
}

export type CaptureStep =
  | 'measure'
  | 'clone'
  | 'repair'
  | 'metadata'
  | 'extract'
  | 'sanitise'
  | 'count';

/** Sentences are chosen from these in `ui/`. */
export type CaptureWarning =
  | 'document-cut'
  | 'document-flattened'
  | 'not-readable'
  | 'readability-failed'
  | 'frame-used'
  | 'text-only';

/** What a capture did, for the person who wonders why something is missing. */
export interface CaptureReport {
  /** Milliseconds by step. */
  readonly durationsMs: Readonly<Partial<Record<CaptureStep, number>>>;
  readonly words: number;
  readonly imagesKept: number;
  readonly imagesDropped: number;
  readonly warnings: readonly CaptureWarning[];
}

/** What *Capture again* changed. */
export interface CaptureChange {
  readonly titleBefore: string | null;
  readonly wordsBefore: number;
  readonly wordsAfter: number;
  readonly paragraphsAdded: number;
  readonly paragraphsRemoved: number;
  readonly imagesBefore: number;
  readonly imagesAfter: number;
}
