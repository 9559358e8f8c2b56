import type { ChunkPage } from '../capture/corpus';
import { type Figure, rounded, sum } from '../figure';
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

/** A page with the phrases of both articles. */
export interface CountedPage {
  readonly page: ChunkPage;
  readonly ours: PhraseCount;
  readonly plain: PhraseCount;
  readonly kind: string;
  /** The primary subtag of BCP 47; empty if it is unknown. */
  readonly language: string;
}

const AIMS = { precision: 0.92, recall: 0, F1: 0.935 };
const UNITS = ['precision', 'recall', 'F1'] as const;
/** Languages with fewer pages are one group. */
const MIN_PAGES = 10;

/** Yields the measures of all pages beside plain Readability's, then by kind and by language. */
export function* phraseFigures(bench: string, pages: readonly CountedPage[]): Generator<Figure> {
  for (const unit of UNITS) {
    const [value, plain] = measuresOf(pages, unit);
    const aim = AIMS[unit];
    yield {
      bench,
      case: `phrases, ${unit}`,
      value: rounded(value),
      unit,
      floor: `plain Readability: ${rounded(plain)}`,
      ...(aim > 0 && { aim: `>=${aim}`, met: value >= aim }),
      n: pages.length,
    };
  }
  const byLanguage = Map.groupBy(pages, ({ language }) => language);
  const languageOf = ({ language }: CountedPage) =>
    (byLanguage.get(language)?.length ?? 0) < MIN_PAGES ? 'others' : language;
  const groups = { kind: ({ kind }: CountedPage) => kind, language: languageOf };
  for (const [name, groupOf] of Object.entries(groups)) {
    for (const [group, some] of Map.groupBy(pages, groupOf)) {
      const [value, plain] = measuresOf(some, 'F1');
      yield {
        bench,
        case: `phrases, ${name}: ${group}`,
        value: rounded(value),
        unit: 'F1',
        floor: `plain Readability: ${rounded(plain)}`,
        n: some.length,
      };
    }
  }
}

const measuresOf = (pages: readonly CountedPage[], unit: (typeof UNITS)[number]) =>
  [
    phraseMeasures(pages.map(({ ours }) => ours))[unit],
    phraseMeasures(pages.map(({ plain }) => plain))[unit],
  ] as const;

/** Wanted phrases minus unwanted ones. */
export const phraseScore = ({ found, extra }: PhraseCount): number => found - extra;

/** How many phrases an article may be worse than plain Readability's. */
export const MAX_PHRASES_LOST = 1;

/** True if an article has none of the phrases that are wanted. */
export const losesAll = ({ found, missing }: PhraseCount): boolean => found === 0 && missing > 0;
