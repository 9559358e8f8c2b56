import { Readability } from '@mozilla/readability';
import { type Capture, captureDocument } from '../../src/capture';
import { openHtml, type ParsedPage } from '../../src/capture/open-html';
import type { CorpusPage } from '../capture/corpus';
import { median } from '../figure';

/** One extraction of a page and the time it took. */
export interface Extracted {
  /** Empty when there is no article. */
  readonly html: string;
  readonly title: string;
  readonly ms: number;
}

/** The capture of a page; null when it has none. */
export interface Captured extends Extracted {
  readonly capture: Capture | null;
}

/** The result of plain Readability. */
export interface Parsed extends Extracted {
  readonly parsed: ReturnType<Readability['parse']>;
}

/** An article that was parsed to compare it. */
export interface ReadArticle {
  readonly title: string;
  readonly body: Element;
}

type Source = Pick<CorpusPage, 'url' | 'html'>;

let last: { readonly page: Source; readonly opened: ParsedPage } | null = null;

/** Parses a page, unless it is the last one again. A capture does not change it. */
function open(page: Source): ParsedPage {
  if (last?.page !== page) last = { page, opened: openHtml(page.html, page.url) };
  return last.opened;
}

/** Captures a page on the server's DOM. `captures` does it, by default as the extension does. */
export function captureOnServer(
  page: Source,
  runs = 1,
  captures: typeof captureDocument = captureDocument,
): Captured {
  const { document, window } = open(page);
  const { value: outcome, ms } = timed(runs, () => captures(document, { window }));
  const capture = outcome.kind === 'captured' ? outcome.capture : null;
  return {
    capture,
    html: capture?.article?.html ?? '',
    title: capture?.metadata.title ?? '',
    ms,
  };
}

/** Runs plain Readability on the server's DOM. */
export function readabilityOnServer(page: Source, runs = 1): Parsed {
  const { document } = open(page);
  const { value: article, ms } = timed(runs, () =>
    new Readability(document.cloneNode(true) as Document).parse(),
  );
  return { parsed: article, html: article?.content ?? '', title: article?.title ?? '', ms };
}

function timed<T>(runs: number, extract: () => T): { readonly value: T; readonly ms: number } {
  let value = null as T;
  const times = Array.from({ length: runs }, () => {
    const start = performance.now();
    value = extract();
    return performance.now() - start;
  });
  return { value, ms: median(times) };
}

/** Parses an article to compare it. */
export const openArticle = (html: string, url: string): Element =>
  openHtml(html, url).document.body;
