import { type Capture, type CaptureOptions, captureDocument } from '../../../src/capture';
import { openHtml } from '../../../src/capture/open-html';
import { parsed } from '../../support/article-html';
import { documentOf } from '../../support/article-pages';

/** A captured page, with its article parsed as a reader does. */
export interface Kept {
  readonly capture: Capture;
  readonly article: HTMLElement;
  /** Its text, with runs of white space as one space. */
  readonly text: string;
}

/** Captures a page in the DOM of a browser. */
export const inBrowser = (html: string, options: CaptureOptions = {}): Kept =>
  kept(captureDocument(documentOf(html), options));

/** Captures a page in the DOM of the server, under the same address. */
export function onServer(html: string, options: CaptureOptions = {}): Kept {
  const { document, window } = openHtml(html, location.href);
  return kept(captureDocument(document, { ...options, window }));
}

function kept(outcome: ReturnType<typeof captureDocument>): Kept {
  if (outcome.kind !== 'captured') throw new Error(`Not capturable: ${outcome.reason}`);
  const article = parsed(outcome.capture.article?.html ?? '');
  const text = (article.textContent ?? '').replace(/\s+/g, ' ').trim();
  return { capture: outcome.capture, article, text };
}

/** A page with `body` and `head`. */
export const pageOf = (body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><title>The page</title>${head}</head><body>${body}</body></html>`;

/** A script with JSON-LD of one item. */
export const declared = (type: string, item: object = {}): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@type': type, ...item })}</script>`;
