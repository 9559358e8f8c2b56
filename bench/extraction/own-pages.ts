import type { captureDocument } from '../../src/capture';
import {
  type MarkedPage,
  markedPageNames,
  matchMarked,
  readMarkedPage,
} from '../../tests/support/marked-pages';
import { MEASURES, UNITS } from '../capture/shingles';
import { type Figure, figuresOf } from '../figure';
import { captureOnServer } from './on-server';

/** Kinds of pages whose text Readability finds. */
const ARTICLES: ReadonlySet<string> = new Set(['article', 'live']);

/**
 * Yields precision, recall and F1 of the pages in `tests/pages/marked` whose name contains `only`, as
 * means over the pages of each kind.
 */
export function* ownPages(only: string): Generator<Figure> {
  for (const [kind, pages] of Map.groupBy(readOwnPages(only), kindOf)) {
    const matches = pages.map((page) => matchMarked(page, capturedHtml(page)));
    for (const unit of UNITS) {
      const name = `own pages, ${kind}, ${unit}`;
      const mean = [MEASURES[unit](matches), unit] as const;
      const floor = 'the text that is marked as wanted';
      yield figuresOf('extraction').value(name, mean, pages.length, floor);
    }
  }
}

/** Reads the pages in `tests/pages/marked` whose name contains `only`. */
export const readOwnPages = (only = ''): MarkedPage[] =>
  markedPageNames()
    .filter((name) => name.includes(only))
    .map(readMarkedPage);

const kindOf = ({ truth: { kind } }: MarkedPage): string => (ARTICLES.has(kind) ? 'article' : kind);

/** Returns the article of a page. `captures` finds it, by default as the extension does. */
export const capturedHtml = (
  { html, truth: { url } }: MarkedPage,
  captures?: typeof captureDocument,
): string => captureOnServer({ url, html }, 1, captures).html;
