import type {
  ArticleImage,
  BookmarkType,
  CaptureReport,
  ImageDropReason,
  TextDirection,
} from '../domain';

/** What the page says of itself, in the order of docs/capture.md. Empty strings when unknown. */
export interface Metadata {
  readonly title: string;
  readonly siteName: string;
  readonly authors: readonly string[];
  /** RFC 3339 with the page's own zone, or a bare date; null when unknown. */
  readonly published: string | null;
  /** BCP 47. */
  readonly lang: string;
  readonly textDirection: TextDirection | null;
  readonly description: string;
  /** Absolute http(s) address, or null. */
  readonly canonicalUrl: string | null;
  readonly iconUrl: string | null;
  readonly imageUrl: string | null;
  readonly type: BookmarkType;
}

/** An image the article shows, in document order; `url` is the `src` that the HTML has. */
export interface WantedImage {
  readonly url: string;
  readonly width: number | null;
  readonly height: number | null;
}

export interface CapturedArticle {
  /** Sanitised by `sanitiseArticle`; all addresses absolute. */
  readonly html: string;
  readonly textLength: number;
  readonly wordCount: number;
  readonly readingTimeMinutes: number;
  readonly images: readonly WantedImage[];
}

/** What a page gave. JSON only: it crosses from the page to the background. */
export interface Capture {
  /** The document's own address at the time. */
  readonly url: string;
  readonly metadata: Metadata;
  /** null when the page has no text at all. */
  readonly article: CapturedArticle | null;
  /** The selected text; empty when nothing was selected. */
  readonly excerpt: string;
  readonly report: CaptureReport;
}

/** A page that is not for `captureDocument`: a PDF viewer, an image, raw XML. */
export interface NotCapturable {
  readonly url: string;
  readonly title: string;
  readonly reason: 'pdf' | 'not-html';
}

export type CaptureOutcome =
  | { readonly kind: 'captured'; readonly capture: Capture }
  | ({ readonly kind: 'not-capturable' } & NotCapturable);

/** Why an image that was tried is not kept: it is not `pending` any more. */
export type SettledDropReason = Exclude<ImageDropReason, 'pending'>;

/** One image as it was read in the page. */
export type LoadedImage =
  | {
      readonly kind: 'loaded';
      readonly url: string;
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly mimeType: string;
      readonly width: number;
      readonly height: number;
    }
  | { readonly kind: 'dropped'; readonly url: string; readonly reason: SettledDropReason };

export type { ArticleImage };
