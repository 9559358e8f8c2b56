import type { Metadata, SvgImage } from '../../../src/capture';
import type { BookmarkLink } from '../../../src/contract';
import type { CaptureReport } from '../../../src/domain';
import type { ArticleTasks } from '../../articles/article-tasks';

/** What a process that reads can be given, and what it gives back. */
export interface Tasks extends ArticleTasks {
  readonly page: { readonly given: PageSource; readonly gives: PageReading };
  /** A drawing; null when nothing harmless is left of it. */
  readonly svg: { readonly given: string; readonly gives: SvgImage | null };
}

export type Task = {
  readonly [K in keyof Tasks]: { readonly kind: K; readonly given: Tasks[K]['given'] };
}[keyof Tasks];

/** What it is told; it gives no reply to what takes longer. */
export interface Told {
  readonly task: Task;
  readonly timeoutMs: number;
}

/** The message of the fault when the task could not be done. */
export type Reply =
  | { readonly ok: true; readonly value: Tasks[keyof Tasks]['gives'] }
  | { readonly ok: false; readonly fault: string };

/** A page as it came. */
export interface PageSource {
  /** Absolute. */
  readonly url: string;
  readonly bytes: Uint8Array;
  /** With its parameters; empty when unknown. */
  readonly contentType: string;
  /** false: all of it is the article, none is looked for in it. */
  readonly findsMain: boolean;
}

export interface ReadArticle {
  /** One `<section>`, sanitised. Each image has `loading` first and its absolute `src` second. */
  readonly html: string;
  /** As it is searched: words of different blocks with blanks between. */
  readonly text: string;
  readonly wordCount: number;
  /** What the `src` of its images are, each once, in order. */
  readonly imageUrls: readonly string[];
}

/** A player for the page's video. */
export interface VideoEmbed {
  /** An `<iframe>`. */
  readonly html: string;
  readonly domain: string;
}

/** What a page gave. Plain data: it comes from a process of its own. */
export interface PageReading {
  readonly metadata: Metadata;
  /** null when there is neither text nor image. */
  readonly article: ReadArticle | null;
  readonly links: readonly BookmarkLink[];
  readonly embed: VideoEmbed | null;
  /** Of a video; 0 when unknown. */
  readonly durationSeconds: number;
  readonly report: CaptureReport;
  /** Where the page leads by itself, at once; null when it doesn't. */
  readonly leadsTo: string | null;
}
