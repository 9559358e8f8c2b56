import { type Capture, captureDocument } from '../../../src/capture';
import { type Wall, wallOf } from '../../../src/capture/wall';
import { MAX_URL_LENGTH } from '../../../src/contract';
import { withoutFragment } from '../../../src/domain/url-identity';
import { isWebAddress } from '../../../src/domain/web-address';
import { type PageKind, pageKind } from './content-type';
import { finishArticle } from './finish-article';
import { openPage, type PageTools, toolsFor } from './open-page';
import { isPdf, pdfAsPage } from './open-pdf';
import type { PageReading, PageSource } from './page-tasks';
import { readVideo } from './video';

/** Stands at the end of an article whose page was cut. */
const CUT_PAGE_NOTE =
  '<p dir="auto"><em>The site did not send all of this page. Its end may be missing.</em></p>';

/**
 * Reads a page of HTML, XML, Markdown or plain text. Runs no scripts and loads nothing.
 * @param tools those that the page needs, as `toolsFor` loads them
 */
export function readPage(source: PageSource, tools: PageTools = {}): PageReading {
  const { capture, document } = captureSource(source, tools);
  const { metadata, report } = capture;
  const article = isBlank(capture.article) ? null : capture.article;
  const note = source.isCut ? CUT_PAGE_NOTE : '';
  const finished = article && finishArticle(article.html + note, metadata, document);
  return {
    metadata,
    article: finished && { ...finished.article, wordCount: article.wordCount },
    links: finished?.links ?? [],
    ...readVideo(document, source.url),
    report,
    wall: wallIn(source, capture),
    pdfError: null,
    redirectUrl: redirectUrlOf(document, article !== null),
  };
}

/** Reads a page with the tools that it needs. */
export async function readAnyPage(source: PageSource): Promise<PageReading> {
  if (!isPdf(source)) return readPage(source, await toolsFor(source));
  const read = await pdfAsPage(source);
  if (read.ok) return readPage(read.value);
  return {
    ...readPage({ ...source, contentType: 'text/plain', bytes: new Uint8Array() }),
    pdfError: read.error,
  };
}

/** Matches tags of text and spaces, also those without a width. */
const NO_TEXT =
  /<\/?(?:p|div|section|article|main|span|h[1-6]|br|b|i|em|strong)\b[^<>]{0,1000}>|&nbsp;|[\s\u200B-\u200F\u2060\uFEFF]/gi;

const isBlank = (article: Capture['article']): boolean =>
  article !== null && article.wordCount === 0 && article.html.replace(NO_TEXT, '') === '';

/** The start of a page that is searched for signs of a wall. They are all in ASCII. */
const SEARCHED_BYTES = 200_000;

function wallIn({ askedUrl, url, bytes }: PageSource, capture: Capture): Wall | null {
  if (askedUrl === undefined) return null;
  const html = new TextDecoder().decode(bytes.subarray(0, SEARCHED_BYTES));
  return wallOf({ askedUrl, url, html }, capture);
}

/** Pages that have only an article. */
const ARTICLE_ONLY_KINDS: ReadonlySet<PageKind> = new Set(['text', 'markdown']);

/** Parses a page and captures its article and metadata. */
export function captureSource(
  source: PageSource,
  tools: PageTools = {},
): { readonly capture: Capture; readonly document: Document } {
  const { document, window } = openPage(source, tools);
  const findsMain = source.findsMain && !ARTICLE_ONLY_KINDS.has(pageKind(source.contentType));
  const outcome = captureDocument(document, { window, way: findsMain ? null : 'whole-page' });
  // `openPage` always returns an HTML document.
  if (outcome.kind !== 'captured') throw new Error(`Not a page: ${outcome.reason}`);
  return { capture: outcome.capture, document };
}

/** A page with a longer delay is meant to be read before it refreshes or redirects. */
const MAX_DELAY_SECONDS = 5;
/** The length of a `content` attribute with a delay and an address. */
const MAX_REFRESH_LENGTH = MAX_URL_LENGTH + 100;

/**
 * Returns the address that a page redirects to with `<meta http-equiv="refresh">`, as browsers do;
 * null when it does not redirect.
 * @param hasContent true when the page has an article. Redirects for browsers without scripts
 * (`<noscript>`) are then ignored.
 * @see https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-refresh
 */
function redirectUrlOf(document: Document, hasContent: boolean): string | null {
  for (const meta of document.querySelectorAll('meta[http-equiv="refresh" i][content]')) {
    if (hasContent && meta.closest('noscript') !== null) continue;
    const target = targetOf(meta.getAttribute('content') ?? '', document);
    if (target !== null) return target;
  }
  return null;
}

/**
 * Parses a value such as `0; url=/next`. Returns null when it has no web address, leads to the same
 * page, or waits too long.
 */
function targetOf(content: string, document: Document): string | null {
  const text = content.slice(0, MAX_REFRESH_LENGTH).trim();
  const after = text.replace(/^[\d.]+/, '');
  const delay = Number.parseFloat(text);
  if (!(delay <= MAX_DELAY_SECONDS) || !/^[\s;,]/.test(after)) return null;
  const written = after
    .trimStart()
    .replace(/^[;,]\s*/, '')
    .replace(/^url\s*=\s*/i, '');
  const address = /^(['"])/.test(written)
    ? written.slice(1).split(written.charAt(0), 1)[0]
    : written;
  if (!address || !URL.canParse(address, document.baseURI)) return null;
  const target = new URL(address, document.baseURI);
  target.hash = '';
  return isWebAddress(target.href) && target.href !== withoutFragment(document.URL)
    ? target.href
    : null;
}
