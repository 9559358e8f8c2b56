import type { AssetHash, BookmarkId } from './bookmark';
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
}

export const CAPTURE_STEPS = [
  'measure',
  'clone',
  'repair',
  'metadata',
  'extract',
  'sanitise',
  'count',
] as const;
export type CaptureStep = (typeof CAPTURE_STEPS)[number];

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

/** Signs of the kind of a page; the interface has a text for each. */
export const KIND_REASONS = ['declared', 'posts', 'links', 'images', 'prose'] as const;
export type KindReason = (typeof KIND_REASONS)[number];

/** The kind of a page and its sign. */
export interface RecognisedKind {
  readonly kind: PageKind;
  readonly because: KindReason;
}

/** Kinds of elements that are repaired before the article is looked for; the interface has a text for each. */
export const REPAIR_KINDS = [
  'images',
  'media',
  'formulas',
  'code',
  'notes',
  'disclosures',
  'hidden',
] as const;
export type RepairKind = (typeof REPAIR_KINDS)[number];

/** The number of elements of each kind that were repaired; 0 is absent. */
export type Repaired = Readonly<Partial<Record<RepairKind, number>>>;

/** Kinds of blocks that are removed from an article; the interface has a text for each. */
export const CLEANED_KINDS = [
  'frame',
  'share',
  'newsletter',
  'related',
  'author',
  'tags',
  'comments',
  'details',
  'ads',
  'navigation',
  'tools',
  'captions',
  'titles',
  'headings',
  /** Marks of links to headings, icons and empty drawings. */
  'marks',
] as const;
export type CleanedKind = (typeof CLEANED_KINDS)[number];

/** Blocks of one kind that were removed from an article. */
export interface CleanedPart {
  readonly kind: CleanedKind;
  readonly blocks: number;
  /** The length of their text. */
  readonly letters: number;
}

/** Ways to find the article of a page; the interface has a text for each. */
export const CANDIDATE_KINDS = [
  'readability',
  /** Readability without the names of classes. */
  'other-flags',
  /** The element that the site has marked as its article. */
  'marked-up',
  /** The innermost box with the headline and sentences. */
  'headline',
  'density',
] as const;
export type CandidateKind = (typeof CANDIDATE_KINDS)[number];

/** Reasons to doubt that Readability has found the article; the interface has a text for each. */
export const DOUBT_KINDS = [
  'short',
  'links',
  'no-prose',
  'replies',
  'prose-left-out',
  'marked-left-out',
  'headline-elsewhere',
  'given-text-differs',
] as const;
export type DoubtKind = (typeof DOUBT_KINDS)[number];

/** The result of comparing several ways. */
export interface ChosenCandidate {
  readonly kind: CandidateKind;
  readonly doubts: readonly DoubtKind[];
}

/** Fields of a page's metadata whose source is reported; the interface has a text for each. */
export const SOURCED_FIELDS = [
  'title',
  'authors',
  'published',
  'siteName',
  'lang',
  'imageUrl',
] as const;
export type SourcedField = (typeof SOURCED_FIELDS)[number];

/** The parts of a page that describe it; the interface has a text for each. */
export const METADATA_SOURCES = [
  'jsonLd',
  'openGraph',
  'twitter',
  'dublinCore',
  /** Microdata and RDFa. */
  'items',
  'meta',
  'html',
  'visible',
] as const;
export type MetadataSource = (typeof METADATA_SOURCES)[number];

/** The source of each field that has a value. */
export type MetadataOrigins = Readonly<Partial<Record<SourcedField, MetadataSource>>>;

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
  /** Milliseconds for each step. */
  readonly durationsMs: Readonly<Partial<Record<CaptureStep, number>>>;
  readonly words: number;
  readonly imagesKept: number;
  readonly imagesDropped: number;
  readonly warnings: readonly CaptureWarning[];
  /** Absent for articles that were captured before it existed. */
  readonly repaired?: Repaired;
  /** Absent for articles that were not cleaned. */
  readonly cleaned?: readonly CleanedPart[];
  /** Absent where no rule did anything. */
  readonly rules?: AppliedRules;
  /** Absent when there was no doubt about what Readability found. */
  readonly chosen?: ChosenCandidate;
  /** Hidden parts of a split text that were shown; absent when there were none. */
  readonly joined?: number;
  /** Blocks that Readability had dropped and that were put back; absent when there were none. */
  readonly restored?: number;
  /** Absent for articles that were captured before it existed. */
  readonly origins?: MetadataOrigins;
  /** Absent for articles that were captured before it existed, and for selected content. */
  readonly kind?: RecognisedKind;
}

/** The differences that *Capture again* found. */
export interface CaptureChange {
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
