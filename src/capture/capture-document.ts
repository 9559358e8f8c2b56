import { MAX_EXCERPT_LENGTH } from '../domain';
import type { CaptureOutcome, NotCapturable } from './capture';
import { capturePage } from './capture-page';
import type { InlineImages } from './images/inline-images';
import { CAPTURE_LIMITS, type CaptureLimits } from './limits';
import { createNativeDom, type NativeWindow } from './native-dom';
import { type SanitiseArticle, sanitiseArticle } from './sanitise';
import { titleOfText } from './text-article';

export interface CaptureOptions {
  /** The text that is selected in the page; empty when none is. */
  readonly selection?: string;
  /** false: all of the page is its article, none is looked for in it; true when not given. */
  readonly findsMain?: boolean;
  /** The note at the end of an article whose page was cut; in English by default. */
  readonly cutNote?: () => string;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
  readonly limits?: CaptureLimits;
  /** Is filled with the images that the page has in itself; without it they stay as they are. */
  readonly inlineImages?: InlineImages;
  /** Whose DOM the document is of; this window otherwise. */
  readonly window?: NativeWindow;
  /** Of that window. */
  readonly sanitise?: SanitiseArticle;
}

const CUT_NOTE = 'This page is longer than what Leafmark keeps. Its end is missing here.';

/** Characters of a text that are searched for its first line. */
const MAX_TITLE_TEXT = 10_000;

/** What can be read as a page. Browsers show plain text in a document of their own making. */
const PAGES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml', 'text/plain']);

/**
 * Captures `document` as it is now. Works on a copy: the document is not changed, and nothing is
 * loaded. A step that fails costs what it would have found, never the page; the report tells.
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
    sanitise: options.sanitise ?? sanitiseArticle,
    inlineImages: options.inlineImages ?? null,
    findsMain: options.findsMain ?? true,
    cutNote: options.cutNote ?? (() => CUT_NOTE),
  });
  const excerpt = (options.selection ?? '').trim().slice(0, MAX_EXCERPT_LENGTH);
  if (contentType !== 'text/plain') return { kind: 'captured', capture: { url, excerpt, ...page } };
  // Browsers show plain text in one `pre`; its document has no title or its address as the title.
  const [shown] = native.querySelectorAll(document, 'pre');
  const title = titleOfText(shown?.firstChild?.nodeValue?.slice(0, MAX_TITLE_TEXT) ?? '', url);
  const metadata = { ...page.metadata, title };
  return { kind: 'captured', capture: { url, excerpt, ...page, metadata } };
}
