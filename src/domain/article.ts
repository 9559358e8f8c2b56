import type { AssetHash, BookmarkId } from './bookmark';
import type { OriginalFile } from './original-file';
import type { UnixMs } from './time';

export const IMAGE_DROP_REASONS = [
  'not-readable',
  'too-many',
  'too-large',
  'not-an-image',
  'failed',
  'quota',
  /** A rule of retention has removed it. */
  'released',
  'pending',
] as const;

/** Why an image of the article was not stored. */
export type ImageDropReason = (typeof IMAGE_DROP_REASONS)[number];

/** One image of an article, in document order. `url` is the `src` in the article's HTML. */
export type ArticleImage = {
  readonly url: string;
  readonly width: number | null;
  readonly height: number | null;
} & ({ readonly hash: AssetHash } | { readonly hash: null; readonly reason: ImageDropReason });

/** In px. A smaller image is an icon or a logo, whatever the page calls it. */
const MIN_LEAD_SIDE = 64;
/** In px. Smaller images in an article are decoration. */
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

/** The readable article: sanitised HTML whose images keep their absolute addresses. */
export interface Article {
  readonly bookmarkId: BookmarkId;
  readonly html: string;
  /** Length of the text in UTF-16 code units. */
  readonly textLength: number;
  readonly images: readonly ArticleImage[];
  readonly report: CaptureReport;
  readonly capturedAt: UnixMs;
  /** When it changed last; absent: when it was captured. */
  readonly changedAt?: UnixMs;
  /** Absent for an article of a web page. */
  readonly original?: OriginalFile;
}

/**
 * The ways of finding the article of a page that a person can choose instead of our rules: by Readability
 * alone, or all of the page.
 */
export const ARTICLE_WAYS = ['plain', 'whole-page'] as const;
export type ArticleWay = (typeof ARTICLE_WAYS)[number];

export const CAPTURE_WARNINGS = [
  'document-cut',
  'document-flattened',
  'not-readable',
  'readability-failed',
  'frame-used',
  'text-only',
  'no-article',
] as const;

/** The interface has a message for each of them. */
export type CaptureWarning = (typeof CAPTURE_WARNINGS)[number];

/** The form in which the content of a page is kept; the interface has a text for each. */
export const PAGE_KINDS = [
  'article',
  'documentation',
  'forum',
  'questions',
  'post',
  'recipe',
  'product',
  'gallery',
  'video',
  /** Results of a search, a category, a directory: entries that lead to other pages, and no text besides. */
  'list',
] as const;
export type PageKind = (typeof PAGE_KINDS)[number];

/** The effect of the rules of a site on a capture. */
export interface AppliedRules {
  /** Blocks that were removed, and blocks that were added. */
  readonly removed: number;
  readonly kept: number;
  /** Rules that would have removed most of the page. */
  readonly refused: number;
}

/** A report about a capture. It helps a person to find out why something is missing. */
export interface CaptureReport {
  readonly words: number;
  readonly imagesKept: number;
  readonly imagesDropped: number;
  readonly warnings: readonly CaptureWarning[];
  /** Absent where no rule did anything. */
  readonly rules?: AppliedRules;
  /** Absent for articles that came from a server or a file, and for selected content. */
  readonly kind?: PageKind;
}

/** True if an article has lost more than half of its words, so that a person is asked first. */
export const isMuchShorter = (words: number, wordsBefore: number): boolean =>
  words * 2 < wordsBefore;

/** Why an article is kept beside the present one of its bookmark. */
export type EarlierCause =
  | 'captured-again'
  | 'cleaned-up'
  | 'joined'
  /** Another device has sent one that was captured later. */
  | 'elsewhere'
  /** Another article was put back in its place. */
  | 'put-back'
  /** *Capture again* found it, and it is much shorter than the present one, which therefore stayed. */
  | 'too-short'
  /** The same, and a person has kept the present one. */
  | 'declined';

/** True if an article is newer than the present one, and was not taken because it is much shorter. */
export const isOffered = ({ cause }: { readonly cause: EarlierCause }): boolean =>
  cause === 'too-short' || cause === 'declined';

/** The differences that *Capture again* found. */
export interface CaptureChange {
  /** The article that is kept beside the present one; null: there was none, or it is the same. */
  readonly earlierId: number | null;
  /** True if the present article stayed, because the new one is much shorter. */
  readonly isTooShort: boolean;
  readonly titleBefore: string | null;
  readonly wordsBefore: number;
  readonly wordsAfter: number;
  readonly paragraphsAdded: number;
  readonly paragraphsRemoved: number;
  readonly imagesBefore: number;
  readonly imagesAfter: number;
}

/** The result of requesting the article of one bookmark that was opened. */
export type ArticleRequestResult =
  | 'here'
  /** The server has no article. */
  | 'none'
  | 'offline'
  | 'server-busy'
  | 'no-progress'
  | 'signed-out'
  | 'not-allowed'
  | 'wrong-server'
  | 'forbidden'
  | 'refused'
  | 'quota'
  | 'library-unavailable'
  | 'server-lost-data'
  | 'failed';
