import type { ExtractionWays } from '../../src/capture';
import { markedPageNames, matchMarked, readMarkedPage } from '../../tests/support/marked-pages';
import type { CorpusPage } from '../capture/corpus';
import { type Match, matchTexts, meanF1 } from '../capture/shingles';
import { sum } from '../figure';
import { captureInWays, openArticle } from './on-server';
import { textBlocks, textOfBlocks } from './text-blocks';

/** A page whose text a person has marked up. */
export type MarkedPage = CorpusPage & { readonly truth: string };

export const isMarked = (page: CorpusPage): page is MarkedPage => page.truth !== null;

/** Compares an article with the text of its page that a person has marked up. */
const matchArticle = ({ truth, url }: MarkedPage, html: string): Match =>
  matchTexts(truth, textOfBlocks(textBlocks(openArticle(html, url))));

/** Compares the articles of a page in each of several ways with its text. */
export const matchInWays = (page: MarkedPage, ways: readonly ExtractionWays[]): Match[] =>
  captureInWays(page, ways).map((html) => matchArticle(page, html));

/** The same for each page of `tests/pages/marked`. */
export const matchOwnPages = (ways: readonly ExtractionWays[]): Match[][] =>
  markedPageNames()
    .map(readMarkedPage)
    .map((page) =>
      captureInWays({ html: page.html, url: page.truth.url }, ways).map((html) =>
        matchMarked(page, html),
      ),
    );

const mean = (values: readonly number[]) => sum(values) / values.length;

/** The measures of the article extraction benchmark over pages. */
export const MEASURES = {
  precision: (matches: readonly Match[]) => mean(matches.map(({ precision }) => precision)),
  recall: (matches: readonly Match[]) => mean(matches.map(({ recall }) => recall)),
  F1: meanF1,
} as const;

export const UNITS = ['precision', 'recall', 'F1'] as const;
