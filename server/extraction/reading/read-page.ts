import { captureDocument } from '../../../src/capture';
import { pageKind } from './content-type';
import { finishArticle } from './finish-article';
import { leadsTo } from './leads-to';
import { openPage } from './open-page';
import type { PageReading, PageSource } from './page-reading';
import type { Sanitisers } from './server-dom';
import { readVideo } from './video';

/** Reads a page of HTML, XML or plain text. Nothing of it runs, nothing is loaded. */
export function readPage(source: PageSource, sanitisers: Sanitisers): PageReading {
  const window = openPage(source);
  try {
    const { document } = window;
    const outcome = captureDocument(document, {
      window,
      sanitise: sanitisers.article,
      findsMain: source.findsMain && pageKind(source.contentType) !== 'text',
    });
    // `openPage` makes a document of HTML of whatever comes.
    if (outcome.kind !== 'captured') throw new Error(`Not a page: ${outcome.reason}`);
    const { article, metadata, report } = outcome.capture;
    const finished = article && finishArticle(article.html, metadata, window);
    return {
      metadata,
      article: finished && { ...finished.article, wordCount: article.wordCount },
      links: finished?.links ?? [],
      ...readVideo(document, source.url),
      report,
      leadsTo: leadsTo(document, article !== null),
    };
  } finally {
    window.close();
  }
}
