import {
  type Capture,
  captureDocument,
  type SanitiseArticle,
  sanitiseTree,
} from '../../../src/capture';
import { MAX_URL_LENGTH } from '../../../src/contract';
import { isWebAddress, withoutFragment } from '../../../src/domain';
import { pageKind } from './content-type';
import { finishArticle } from './finish-article';
import type { FullDom } from './full-dom';
import { openPage } from './open-page';
import type { PageReading, PageSource } from './tasks';
import { readVideo } from './video';

/**
 * Reads a page of HTML, XML or plain text. Nothing of it runs, nothing is loaded.
 * @param fullDom for a page that `needsFullDom`
 */
export function readPage(source: PageSource, fullDom: FullDom | null = null): PageReading {
  const { capture, document } = captureSource(source, fullDom);
  const { article, metadata, report } = capture;
  const finished = article && finishArticle(article.html, metadata, document);
  return {
    metadata,
    article: finished && { ...finished.article, wordCount: article.wordCount },
    links: finished?.links ?? [],
    ...readVideo(document, source.url),
    report,
    leadsTo: leadsTo(document, article !== null),
  };
}

/** What is captured of a page, and the document that it was. */
export function captureSource(
  source: PageSource,
  fullDom: FullDom | null = null,
): { readonly capture: Capture; readonly document: Document } {
  const { document, window } = openPage(source, fullDom);
  const outcome = captureDocument(document, {
    window,
    sanitise,
    findsMain: source.findsMain && pageKind(source.contentType) !== 'text',
  });
  // `openPage` makes a document of HTML of whatever comes.
  if (outcome.kind !== 'captured') throw new Error(`Not a page: ${outcome.reason}`);
  return { capture: outcome.capture, document };
}

/** DOMPurify works in a browser's DOM and in jsdom's only. */
const sanitise: SanitiseArticle = (article) => {
  if (typeof article === 'string') throw new Error('An article is given as elements');
  sanitiseTree(article);
  return article;
};

/** A page that waits longer is there to be read, and is loaded anew or left when it was. */
const MAX_DELAY_SECONDS = 5;
/** Of what says where: a delay and an address. */
const MAX_LENGTH = MAX_URL_LENGTH + 100;

/**
 * Where a page leads by itself, as browsers do; null when it is there to stay.
 * @param hasContent what is meant for browsers without scripts then leads away from something
 * @see https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-refresh
 */
export function leadsTo(document: Document, hasContent: boolean): string | null {
  for (const meta of document.querySelectorAll('meta[http-equiv="refresh" i][content]')) {
    if (hasContent && meta.closest('noscript') !== null) continue;
    const target = targetOf(meta.getAttribute('content') ?? '', document);
    if (target !== null) return target;
  }
  return null;
}

/** Where `0; url=/next` leads; null when that is this page, too late, or nowhere. */
function targetOf(content: string, document: Document): string | null {
  const text = content.slice(0, MAX_LENGTH).trim();
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
