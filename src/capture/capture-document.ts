import type { CaptureWarning } from '../domain';
import { usableBase } from './addresses';
import type { Capture, CapturedArticle, CaptureOutcome, Metadata } from './capture';
import { describeArticle } from './describe';
import { extractArticle } from './extract';
import { finishArticle } from './finish';
import { CAPTURE_LIMITS, type CaptureLimits } from './limits';
import { drawCanvases } from './live/canvases';
import { fitsLimits, measureDocument } from './live/measure';
import { pageCopier } from './live/page-copy';
import { readMetadata } from './metadata';
import { createNativeDom, type NativeDom, type NativeWindow } from './native-dom';
import { sanitiseArticle, type SanitiseArticle } from './sanitise';
import { createStepTimer } from './step-timer';
import { textAsArticle } from './text-article';

export interface CaptureOptions {
  /** The text that is selected in the page; empty when none is. */
  readonly selection?: string;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
  readonly limits?: CaptureLimits;
  /** Whose DOM the document is of. */
  readonly window?: NativeWindow;
  readonly sanitise?: SanitiseArticle;
}

/** In UTF-16 code units: some pages of text. */
const MAX_EXCERPT_LENGTH = 10_000;

/**
 * Captures `document` as it is now. Works on a copy: the document is not changed, and nothing is
 * loaded. A step that fails costs what it would have found, never the page; the report tells.
 */
export function captureDocument(document: Document, options: CaptureOptions = {}): CaptureOutcome {
  const native = createNativeDom(options.window ?? globalThis);
  const url = native.url(document);
  const reason = notCapturable(native.contentType(document));
  if (reason !== null) {
    return { kind: 'not-capturable', url, title: native.title(document), reason };
  }
  return { kind: 'captured', capture: capturePage(document, native, url, options) };
}

const HTML_TYPES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml', 'text/plain']);

/** Why there is no page to read in a document of that type; null for pages and plain text. */
function notCapturable(contentType: string): NotCapturable['reason'] | null {
  if (contentType === 'application/pdf') return 'pdf';
  return HTML_TYPES.has(contentType) ? null : 'not-html';
}

function capturePage(
  document: Document,
  native: NativeDom,
  url: string,
  options: CaptureOptions,
): Capture {
  const limits = options.limits ?? CAPTURE_LIMITS;
  const steps = createStepTimer(options.now ?? (() => performance.now()));
  const warnings = new Set<CaptureWarning>();
  const baseUrl = usableBase(native.baseURI(document), url);

  const scope = steps.run('measure', () => measureDocument(document, native));
  if (!fitsLimits(scope, limits)) warnings.add('document-cut');
  const copy = (): PageCopy => {
    const page = steps.run('clone', () => copyPage(scope, url, limits, native));
    steps.run('repair', () => {
      repair({ root: page.document, document: page.document, baseUrl, pageUrl: url });
    });
    return page;
  };
  let page = copy();
  if (page.isFrameUsed) warnings.add('frame-used');
  const metadata = steps.run('metadata', () => tryMetadata(page.document, baseUrl));
  const { content, warnings: found } = steps.run('extract', () =>
    extractArticle(page.document, () => {
      page = copy();
      return page.document;
    }),
  );
  for (const warning of found) warnings.add(warning);
  const fragment =
    content &&
    steps.run('sanitise', () => {
      drawCanvases(content, page.canvases);
      finishArticle(content, baseUrl, url);
      return (options.sanitise ?? sanitiseArticle)(content);
    });
  const article =
    fragment && steps.run('count', () => describeArticle(fragment, metadata.lang));
  return {
    url,
    metadata,
    article,
    excerpt: (options.selection ?? '').trim().slice(0, MAX_EXCERPT_LENGTH),
    report: {
      durationsMs: steps.durationsMs,
      words: article?.wordCount ?? 0,
      imagesKept: 0,
      imagesDropped: 0,
      warnings: [...warnings],
    },
  };
}
