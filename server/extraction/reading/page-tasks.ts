import type { Metadata, SvgImage } from '../../../src/capture';
import type { PdfError } from '../../../src/capture/pdf/read-pdf';
import type { Wall } from '../../../src/capture/wall';
import type { BookmarkLink } from '../../../src/contract';
import type { CaptureReport } from '../../../src/domain/article';
import type { TaskKind } from '../../processes/tasks';

/** The tasks of processes that read pages. */
export interface PageTasks {
  readonly page: TaskKind<PageSource, PageReading>;
  /** Sanitises an SVG image. The output is null when nothing of it is left. */
  readonly svg: TaskKind<string, SvgImage | null>;
}

/** The bytes of a page and their origin. */
export interface PageSource {
  /** The absolute address. */
  readonly url: string;
  readonly bytes: Uint8Array;
  /** The media type with its parameters; empty when unknown. */
  readonly contentType: string;
  /** False when all of the page is the article. */
  readonly findsMain: boolean;
  /** True when the site did not send the end of the page. */
  readonly isCut?: boolean;
  /** The address that was asked for, before redirects. Absent for a page that was sent. */
  readonly askedUrl?: string;
}

export interface ReadArticle {
  /**
   * One sanitised `<section>`. The first attributes of each image are `loading` and its absolute
   * `src`, in this order.
   */
  readonly html: string;
  /** The text for searching, with spaces between blocks. */
  readonly text: string;
  readonly wordCount: number;
  /** The `src` of each image in order, without duplicates. */
  readonly imageUrls: readonly string[];
}

/** A player for the page's video. */
export interface VideoEmbed {
  /** The `<iframe>` element. */
  readonly html: string;
  readonly domain: string;
}

/** The result of reading a page. It is plain data, because another process sends it. */
export interface PageReading {
  readonly metadata: Metadata;
  /** null when the page has neither text nor images. */
  readonly article: ReadArticle | null;
  readonly links: readonly BookmarkLink[];
  readonly embed: VideoEmbed | null;
  /** The length of the video; 0 when unknown or when it is not a video. */
  readonly durationSeconds: number;
  readonly report: CaptureReport;
  /** Null if it may be the page that was asked for. */
  readonly wall: Wall | null;
  /** Why a PDF has no text; null for any other page. */
  readonly pdfError: PdfError | null;
  /** The address that the page redirects to with `<meta http-equiv="refresh">`; null without one. */
  readonly redirectUrl: string | null;
}
