import { Readability } from '@mozilla/readability';
import { openHtml } from '../../server/extraction/reading/server-dom';
import { captureDocument } from '../../src/capture';
import type { CorpusPage } from '../capture/corpus';
import { median } from '../figure';

/** One extraction of a page and the time it took. */
export interface Extracted {
  /** Empty when there is no article. */
  readonly html: string;
  readonly ms: number;
}

/** Extracts the article of a page on the server's DOM. */
export function captureOnServer({ html, url }: CorpusPage, runs: number): Extracted {
  const { document, window } = openHtml(html, url);
  return timed(runs, () => {
    const outcome = captureDocument(document, { window });
    return (outcome.kind === 'captured' && outcome.capture.article?.html) || '';
  });
}

/** Runs plain Readability on the server's DOM. */
export function readabilityOnServer({ html, url }: CorpusPage, runs: number): Extracted {
  const { document } = openHtml(html, url);
  return timed(runs, () => {
    const copy = document.cloneNode(true) as Document;
    return new Readability(copy).parse()?.content ?? '';
  });
}

function timed(runs: number, extract: () => string): Extracted {
  let html = '';
  const times = Array.from({ length: runs }, () => {
    const start = performance.now();
    html = extract();
    return performance.now() - start;
  });
  return { html, ms: median(times) };
}

/** Parses an article to compare it. */
export const openArticle = (html: string, url: string): Element =>
  openHtml(html, url).document.body;
