import type { ChunkPage } from '../capture/corpus';
import { UNITS } from '../capture/shingles';
import { type Aim, type Figure, figuresOf, rounded, sum } from '../figure';
import { foldFigure } from './folds';
import type { ReadArticle } from './on-server';
import { textBlocks, textOfBlocks } from './text-blocks';

/** How many phrases of pages an article has. */
export interface PhraseCount {
  /** Wanted phrases that the article has. */
  readonly found: number;
  readonly missing: number;
  /** Missing ones of which the article has an earlier and a later one. */
  readonly between: number;
  /** Unwanted phrases that the article has. */
  readonly extra: number;
}

/** Soft hyphens only say where a word may be divided. */
const SOFT_HYPHENS = /\u00ad/g;

const comparable = (text: string): string =>
  text.normalize('NFC').replace(SOFT_HYPHENS, '').replace(/\s+/g, ' ').trim();

/**
 * Counts the phrases of a page that the title or the text of an article has. White space is
 * collapsed. Soft hyphens, the composition of letters, and the readings above Japanese words do not
 * count.
 */
export function countPhrases(
  { wanted, unwanted }: Pick<ChunkPage, 'wanted' | 'unwanted'>,
  { title, body }: ReadArticle,
): PhraseCount {
  const text = comparable(`${title}\n${textOfBlocks(textBlocks(body, 'script,style,rt,rp'))}`);
  const has = (phrase: string) => text.includes(comparable(phrase));
  const found = wanted.filter(has).length;
  // The data have the phrases in the order of their page.
  const middle = wanted.slice(wanted.findIndex(has), wanted.findLastIndex(has));
  return {
    found,
    missing: wanted.length - found,
    between: middle.filter((phrase) => !has(phrase)).length,
    extra: unwanted.filter(has).length,
  };
}

/** The sums over pages, as in the evaluation of the data. */
export function phraseMeasures(counts: readonly PhraseCount[]) {
  const found = sum(counts.map((count) => count.found));
  const precision = found / (found + sum(counts.map(({ extra }) => extra)));
  const recall = found / (found + sum(counts.map(({ missing }) => missing)));
  return { precision, recall, F1: (2 * precision * recall) / (precision + recall) };
}

type Unit = (typeof UNITS)[number];

/** A page with the phrases of both articles. */
export interface CountedPage {
  readonly page: ChunkPage;
  readonly ours: PhraseCount;
  readonly plain: PhraseCount;
  readonly kind: string;
  /** The primary subtag of BCP 47; empty if it is unknown. */
  readonly language: string;
}

const AIMS = { precision: { atLeast: 0.92 }, recall: null, F1: { atLeast: 0.935 } };
/** Languages with fewer pages are one group. */
const MIN_PAGES = 10;
/** Shares of the pages. */
const MAX_WORSE = 0.01;
const MAX_LOSING = 0.005;
/** How many phrases an article may be worse than plain Readability's. */
const MAX_PHRASES_LOST = 1;
const { value } = figuresOf('extraction');

/** Yields the measures of all pages beside plain Readability's, by kind and by language. */
export function* phraseFigures(pages: readonly CountedPage[]): Generator<Figure> {
  const measured = (name: string, some: readonly CountedPage[], unit: Unit, aim?: Aim | null) => {
    const [ours, plain] = (['ours', 'plain'] as const).map(
      (side) => phraseMeasures(some.map((page) => page[side]))[unit],
    ) as [number, number];
    const floor = `plain Readability: ${rounded(plain)}`;
    return value(`phrases, ${name}`, [ours, unit], some.length, floor, aim);
  };
  for (const unit of UNITS) yield measured(unit, pages, unit, AIMS[unit]);
  const byLanguage = Map.groupBy(pages, ({ language }) => language);
  const languageOf = ({ language }: CountedPage) =>
    (byLanguage.get(language)?.length ?? 0) < MIN_PAGES ? 'others' : language;
  const groups = { kind: ({ kind }: CountedPage) => kind, language: languageOf };
  for (const [name, groupOf] of Object.entries(groups)) {
    for (const [group, some] of Map.groupBy(pages, groupOf)) {
      yield measured(`${name}: ${group}`, some, 'F1');
    }
  }
  const f1 = (some: readonly CountedPage[]) => phraseMeasures(some.map(({ ours }) => ours)).F1;
  yield foldFigure('phrases', 'F1', pages, f1);
  yield* worstPhrases(pages);
}

function* worstPhrases(counted: readonly CountedPage[]): Generator<Figure> {
  const lost = ({ plain, ours }: CountedPage) => phraseScore(plain) - phraseScore(ours);
  const sets = [
    ['one phrase or more worse', (page: CountedPage) => lost(page) > 0, null],
    [
      `more than ${MAX_PHRASES_LOST} phrase worse`,
      (page: CountedPage) => lost(page) > MAX_PHRASES_LOST,
      MAX_WORSE,
    ],
    ['without any wanted phrase', ({ ours }: CountedPage) => losesAll(ours), MAX_LOSING],
    [
      'without a wanted phrase between two that are there',
      ({ ours }: CountedPage) => ours.between > 0,
      MAX_LOSING,
    ],
  ] as const;
  const plainLosing = counted.filter(({ plain }) => losesAll(plain)).length;
  const plainBetween = counted.filter(({ plain }) => plain.between > 0).length;
  const floor = `plain Readability; it loses everything on ${plainLosing}, a phrase between two on ${plainBetween}`;
  const n = counted.length;
  for (const [what, isOne, maxShare] of sets) {
    const pages = counted.filter(isOne);
    const names = pages.map(({ page }) => page.name).join(', ');
    const aim = maxShare === null ? null : { atMost: Math.floor(maxShare * n) };
    const name = `pages ${what}${names && `: ${names}`}`;
    yield value(name, [pages.length, 'pages'], n, floor, aim);
  }
}

/** Wanted phrases minus unwanted ones. */
export const phraseScore = ({ found, extra }: PhraseCount): number => found - extra;

/** True if an article has none of the phrases that are wanted. */
export const losesAll = ({ found, missing }: PhraseCount): boolean => found === 0 && missing > 0;
