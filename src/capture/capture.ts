import type { ArticleImage, CaptureReport, ImageDropReason } from '../domain/article';
import type { BookmarkValues, PageOnlyField, PageValueField } from '../domain/bookmark-fields';
import type { PageStructure } from '../domain/site-rules/page-structure';

/** The number of keywords of a page that are kept. */
export const MAX_KEYWORDS = 20;
/** In UTF-16 code units. Longer texts are sentences. */
export const MAX_KEYWORD_LENGTH = 60;

/** The metadata of a page; docs/capture.md describes the sources. Texts are empty when unknown. */
export interface Metadata extends Pick<BookmarkValues, PageValueField | PageOnlyField> {
  /** Absolute http(s) address, or null. */
  readonly canonicalUrl: string | null;
  readonly iconUrl: string | null;
  readonly imageUrl: string | null;
  /** For suggestions of labels. */
  readonly keywords: readonly string[];
}

/** An image of the article, in document order. `url` is the `src` in the HTML. */
export interface ImageReference {
  readonly url: string;
  readonly width: number | null;
  readonly height: number | null;
}

export interface CapturedArticle {
  /** Sanitised by `sanitiseArticle`; all addresses are absolute. */
  readonly html: string;
  readonly textLength: number;
  readonly wordCount: number;
  readonly readingTimeMinutes: number;
  readonly images: readonly ImageReference[];
}

/**
 * The result of a capture. It contains JSON values only, because it is sent from the page to the
 * background.
 */
export interface Capture {
  /** The address of the document at the time of the capture. */
  readonly url: string;
  readonly metadata: Metadata;
  /** null when the page has no text. */
  readonly article: CapturedArticle | null;
  /** The selected text; empty when nothing was selected. */
  readonly excerpt: string;
  readonly report: CaptureReport;
  /** Absent where it was not asked for, and for a page without an article. */
  readonly structure?: PageStructure;
}

/** A document that can't be captured: a PDF viewer, an image, raw XML. */
export interface NotCapturable {
  readonly url: string;
  readonly title: string;
  readonly reason: 'pdf' | 'not-html';
}

export type CaptureOutcome =
  | { readonly kind: 'captured'; readonly capture: Capture }
  | ({ readonly kind: 'not-capturable' } & NotCapturable);

/** Why an image was not stored after an attempt. `pending` images have not been tried yet. */
export type SettledDropReason = Exclude<ImageDropReason, 'pending' | 'released'>;

/** The result of loading one image. */
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
