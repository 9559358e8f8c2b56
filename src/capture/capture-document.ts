import { MAX_EXCERPT_LENGTH, type SiteRule } from '../domain';
import type { CaptureOutcome, NotCapturable } from './capture';
import { capturePage } from './capture-page';
import type { ExtractionWays } from './extract/choose';
import type { InlineImages } from './images/inline-images';
import { CAPTURE_LIMITS, type CaptureLimits } from './limits';
import { createNativeDom, type NativeWindow } from './native-dom';
import { sanitiseTree } from './sanitise/sanitise-tree';
import { titleOfText } from './text-article';

export interface CaptureOptions {
  /** The text that is selected in the page; empty when nothing is selected. */
  readonly selection?: string;
  /**
   * false: the whole page is the article and no article is extracted from it. The default is true.
   */
  readonly findsMain?: boolean;
  /** true: a page without an article is kept with its text. The default is false. */
  readonly keepsText?: boolean;
  /** The note at the end of an article whose page was cut; in English by default. */
  readonly cutNote?: () => string;
  /** How the article is found and cleaned; in all ways by default. */
  readonly ways?: ExtractionWays;
  /**
   * The rules of the page's site. With them, also with none, the capture has the structure of its
   * article.
   */
  readonly siteRules?: readonly SiteRule[];
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
  readonly limits?: CaptureLimits;
  /**
   * Receives the images that the page embeds (`data:`, `blob:`). Without it they keep their
   * addresses.
   */
  readonly inlineImages?: InlineImages;
  /** The window whose DOM created the document; by default the current window. */
  readonly window?: NativeWindow;
  /** Returns the part of an article that is on the allow-list; `sanitiseTree` by default. */
  readonly sanitise?: (article: DocumentFragment) => DocumentFragment;
}

const CUT_NOTE = 'This page is longer than what Leafmark keeps. Its end is missing here.';

/** Characters of a text that are searched for its first line. */
const MAX_TITLE_TEXT = 10_000;

/**
 * Media types that can be captured. Browsers display plain text in an HTML document that they
 * create.
 */
const PAGES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml', 'text/plain']);

/**
 * Captures `document` in its current state. It works on a copy: the document is not changed and
 * nothing is loaded. If a step fails, only the result of this step is missing; the report lists the
 * failure.
 */
export function captureDocument(document: Document, options: CaptureOptions = {}): CaptureOutcome {
  const native = createNativeDom(options.window ?? globalThis);
  const url = native.url(document);
  const contentType = native.contentType(document);
  if (!PAGES.has(contentType)) {
    const reason: NotCapturable['reason'] = contentType === 'application/pdf' ? 'pdf' : 'not-html';
    return { kind: 'not-capturable', url, title: native.title(document), reason };
  }
  const page = capturePage(document, {
    native,
    limits: options.limits ?? CAPTURE_LIMITS,
    now: options.now ?? (() => performance.now()),
    sanitise: options.sanitise ?? sanitiseTree,
    inlineImages: options.inlineImages ?? null,
    findsMain: options.findsMain ?? true,
    keepsText: options.keepsText ?? false,
    cutNote: options.cutNote ?? (() => CUT_NOTE),
    ways: options.ways ?? {},
    siteRules: options.siteRules ?? null,
  });
  const excerpt = (options.selection ?? '').trim().slice(0, MAX_EXCERPT_LENGTH);
  if (contentType !== 'text/plain') return { kind: 'captured', capture: { url, excerpt, ...page } };
  // Browsers show plain text in one `pre`; its document has no title or its address as the title.
  const [shown] = native.querySelectorAll(document, 'pre');
  const title = titleOfText(shown?.firstChild?.nodeValue?.slice(0, MAX_TITLE_TEXT) ?? '', url);
  const metadata = { ...page.metadata, title };
  return { kind: 'captured', capture: { url, excerpt, ...page, metadata } };
}
