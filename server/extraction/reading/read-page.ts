import {
  type Capture,
  captureDocument,
  type SanitiseArticle,
  sanitiseTree,
} from '../../../src/capture';
import { pageKind } from './content-type';
import { finishArticle } from './finish-article';
import type { FullDom } from './full-dom';
import { leadsTo } from './leads-to';
import { openPage } from './open-page';
import type { PageReading, PageSource } from './page-reading';
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
