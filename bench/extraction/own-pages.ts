import { captureDocument } from '../../src/capture';
import { openHtml } from '../../src/capture/open-html';
import {
  type MarkedPage,
  markedPageNames,
  matchMarked,
  readMarkedPage,
} from '../../tests/support/marked-pages';
import { type Match, meanF1 } from '../capture/shingles';
import { type Figure, rounded, sum } from '../figure';

/** Kinds of pages whose text Readability finds. */
const ARTICLES: ReadonlySet<string> = new Set(['article', 'live']);

/**
 * Yields precision, recall and F1 of the pages in `tests/pages/marked` whose name contains `only`, as
 * means over the pages of each kind.
 */
export function* ownPages(bench: string, only: string): Generator<Figure> {
  const pages = readOwnPages(only);
  for (const [kind, ofKind] of Map.groupBy(pages, kindOf)) {
    const matches = ofKind.map((page) => matchMarked(page, capturedHtml(page)));
    const means = {
      precision: mean(matches, ({ precision }) => precision),
      recall: mean(matches, ({ recall }) => recall),
      F1: meanF1(matches),
    };
    for (const [unit, value] of Object.entries(means)) {
      const n = matches.length;
      yield {
        bench,
        case: `own pages, ${kind}, ${unit}`,
        value: rounded(value),
        unit,
        floor: 'the text that is marked as wanted',
        n,
      };
    }
  }
}

/** Reads the pages in `tests/pages/marked` whose name contains `only`. */
export const readOwnPages = (only = ''): MarkedPage[] =>
  markedPageNames()
    .filter((name) => name.includes(only))
    .map(readMarkedPage);

const kindOf = ({ truth: { kind } }: MarkedPage): string => (ARTICLES.has(kind) ? 'article' : kind);

const mean = (matches: readonly Match[], of: (match: Match) => number): number =>
  sum(matches.map(of)) / matches.length;

/** Returns the article of a page. `captures` finds it, by default as the extension does. */
export function capturedHtml(
  { html, truth }: MarkedPage,
  captures: typeof captureDocument = captureDocument,
): string {
  const { document, window } = openHtml(html, truth.url);
  const outcome = captures(document, { window });
  return (outcome.kind === 'captured' && outcome.capture.article?.html) || '';
}
