import { MAX_EXCERPT_LENGTH } from '../domain/excerpt';
import type { CaptureOutcome, NotCapturable } from './capture';
import { type CaptureOptions, capturePage } from './capture-page';
import { createNativeDom } from './native-dom';
import { titleOfText } from './text-article';

/** Characters of a text that are searched for its first line. */
const MAX_TITLE_TEXT = 10_000;

/**
 * Media types that can be captured. Browsers display plain text in an HTML document that they
 * create.
 */
const PAGE_MEDIA_TYPES: ReadonlySet<string> = new Set([
  'text/html',
  'application/xhtml+xml',
  'text/plain',
]);

/**
 * Captures `document` in its current state. It works on a copy: the document is not changed and
 * nothing is loaded. If a step fails, only the result of this step is missing; the report lists the
 * failure.
 */
export function captureDocument(document: Document, options: CaptureOptions = {}): CaptureOutcome {
  const { place } = options;
  const native = {
    ...createNativeDom(options.window ?? globalThis),
    ...(place && { url: () => place.url, baseURI: () => place.baseUrl }),
  };
  const url = native.url(document);
  const contentType = native.contentType(document);
  if (!PAGE_MEDIA_TYPES.has(contentType)) {
    const reason: NotCapturable['reason'] = contentType === 'application/pdf' ? 'pdf' : 'not-html';
    return { kind: 'not-capturable', url, title: native.title(document), reason };
  }
  const page = capturePage(document, native, options);
  const excerpt = (options.selection ?? '').trim().slice(0, MAX_EXCERPT_LENGTH);
  if (contentType !== 'text/plain') return { kind: 'captured', capture: { url, excerpt, ...page } };
  // Browsers show plain text in one `pre`; its document has no title or its address as the title.
  const [shown] = native.querySelectorAll(document, 'pre');
  const title = titleOfText(shown?.firstChild?.nodeValue?.slice(0, MAX_TITLE_TEXT) ?? '', url);
  const metadata = { ...page.metadata, title };
  return { kind: 'captured', capture: { url, excerpt, ...page, metadata } };
}
