import search from 'approx-string-match';
import { contextScoreAt, type FoldedQuote } from './folded-quote';

/** A place where a quote may be, in the folded text. */
export interface Candidate {
  readonly start: number;
  readonly end: number;
  readonly how: 'exact' | 'bridged' | 'fuzzy';
  /** How much of the quote is there, 0 to 1. */
  readonly quoteScore: number;
  /** How much of its context is there, 0 to 1. */
  readonly contextScore: number;
}

/** What stands around a quote tells more about its place than a damaged quote does. */
const QUOTE_WEIGHT = 0.4;
const CONTEXT_WEIGHT = 0.6;

/** How good a candidate is as a whole, 0 to 1. */
export const scoreOf = ({ quoteScore, contextScore }: Candidate): number =>
  QUOTE_WEIGHT * quoteScore + CONTEXT_WEIGHT * contextScore;

/** The best of several; null when there is none, or another place is as good within `margin`. */
export function clearBest(candidates: readonly Candidate[], margin: number): Candidate | null {
  const [best, ...others] = [...candidates].sort((a, b) => scoreOf(b) - scoreOf(a));
  if (best === undefined) return null;
  const rival = others.find((each) => each.end <= best.start || best.end <= each.start);
  const isClear = rival === undefined || scoreOf(best) - scoreOf(rival) >= margin;
  return isClear ? best : null;
}

/** Of more copies than this none can be told from the others. */
const MAX_COPIES = 200;

/** Every place where the whole quote stands. */
export function findExact(text: string, quote: FoldedQuote): Candidate[] {
  const found: Candidate[] = [];
  for (const start of placesOf(text, quote.exact)) {
    const end = start + quote.exact.length;
    const contextScore = contextScoreAt(text, { start, end }, quote);
    found.push({ start, end, how: 'exact', quoteScore: 1, contextScore });
    if (found.length === MAX_COPIES) break;
  }
  return found;
}

/**
 * Yields each index at which `wanted` begins in `text`, by the algorithm of Knuth, Morris and Pratt.
 * It reads each character once; `indexOf` takes seconds for a long quote in a text that repeats itself.
 */
function* placesOf(text: string, wanted: string): Generator<number> {
  if (wanted === '' || wanted.length > text.length) return;
  const borders = bordersOf(wanted);
  let matched = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    while (matched > 0 && wanted.charCodeAt(matched) !== code) matched = borders[matched] ?? 0;
    if (wanted.charCodeAt(matched) === code) matched += 1;
    if (matched < wanted.length) continue;
    yield at + 1 - matched;
    matched = borders[matched] ?? 0;
  }
}

/** For each prefix of `text`, the length of the longest proper prefix that is also its suffix. */
function bordersOf(text: string): Int32Array {
  const borders = new Int32Array(text.length + 1);
  let length = 0;
  for (let at = 1; at < text.length; at += 1) {
    while (length > 0 && text.charCodeAt(at) !== text.charCodeAt(length)) {
      length = borders[length] ?? 0;
    }
    if (text.charCodeAt(at) === text.charCodeAt(length)) length += 1;
    borders[at + 1] = length;
  }
  return borders;
}

/** How much of the beginning and of the end must be there as it was, in folded characters. */
const PIER = 24;
const SHORTEST = 40;
const MAX_PIERS = 50;

/** How much may have come in between, and how much may have gone. */
const MAX_INSERTED = 500;
const LEAST_LEFT = 0.6;

const LEAST_CONTEXT = 0.7;
const LEAST_LENGTH_RATIO = 0.5;
const BRIDGED_MARGIN = 0.04;

/** The quote with something put into it, or taken out of its middle: an advertisement, a caption. */
export function findBridged(text: string, quote: FoldedQuote): Candidate | null {
  const { length } = quote.exact;
  if (length < SHORTEST) return null;
  const head = quote.exact.slice(0, PIER);
  const tail = quote.exact.slice(-PIER);
  const found: Candidate[] = [];
  let start = text.indexOf(head);
  for (let piers = 0; start !== -1 && piers < MAX_PIERS; piers += 1) {
    const end = nearestEnd(text, start, tail, length);
    if (end !== null) {
      const quoteScore = Math.min(length, end - start) / Math.max(length, end - start);
      const contextScore = contextScoreAt(text, { start, end }, quote);
      if (contextScore >= LEAST_CONTEXT && quoteScore >= LEAST_LENGTH_RATIO)
        found.push({ start, end, how: 'bridged', quoteScore, contextScore });
    }
    start = text.indexOf(head, start + 1);
  }
  return clearBest(found, BRIDGED_MARGIN);
}

/**
 * Finds the end in reach that gives the passage the length nearest to `length`. Only two ends can be
 * that: the last one that makes it no longer, and the first one that does.
 */
function nearestEnd(text: string, start: number, tail: string, length: number): number | null {
  const from = start + Math.max(0, Math.floor(LEAST_LEFT * length) - tail.length);
  const reach = text.slice(from, start + length + MAX_INSERTED);
  const expected = start + length - tail.length - from;
  const ends = [reach.lastIndexOf(tail, expected), reach.indexOf(tail, expected + 1)]
    .filter((at) => at !== -1)
    .map((at) => from + at + tail.length);
  const distance = (end: number) => Math.abs(end - start - length);
  return ends.sort((a, b) => distance(a) - distance(b))[0] ?? null;
}

/** Pieces of the quote that vote for a place, in folded characters. */
const GRAM = 7;
const DENSE_GRAM = 4;
const MAX_WINDOWS = 4;

/** A longer quote takes too long to compare letter by letter. */
const LONGEST = 2000;

/** How much of a quote may differ at all. */
const MAX_ERRORS_RATIO = 0.4;

/** Enough of the quote with some context, or nearly all of it with a little. */
const GOOD = { quoteScore: 0.7, contextScore: 0.45, length: 0 };
const NEARLY_WHOLE = { quoteScore: 0.88, contextScore: 0.15, length: 24 };
const FUZZY_MARGIN = 0.04;

/** The quote with words changed in it. null when it isn't there, or two places are as good. */
export function findFuzzy(text: string, quote: FoldedQuote): Candidate | null {
  const { length } = quote.exact;
  if (length > LONGEST) return null;
  const maxErrors = Math.floor(MAX_ERRORS_RATIO * length);
  const found = windowsOf(text, quote, maxErrors).flatMap(([from, to]) => {
    const matches = search(text.slice(from, to), quote.exact, maxErrors);
    const distance = (match: { start: number; end: number }) =>
      Math.abs(match.end - match.start - length);
    const best = matches.sort((a, b) => distance(a) - distance(b))[0];
    if (best === undefined) return [];
    const place = { start: from + best.start, end: from + best.end };
    const quoteScore = 1 - best.errors / length;
    const contextScore = contextScoreAt(text, place, quote);
    return [{ ...place, how: 'fuzzy' as const, quoteScore, contextScore }];
  });
  return clearBest(
    found.filter((candidate) => [GOOD, NEARLY_WHOLE].some((bar) => isOver(candidate, length, bar))),
    FUZZY_MARGIN,
  );
}

const isOver = (candidate: Candidate, length: number, bar: typeof GOOD): boolean =>
  length >= bar.length &&
  candidate.quoteScore >= bar.quoteScore &&
  candidate.contextScore >= bar.contextScore;

/** The stretches of text where most pieces of the quote stand, at about their distance. */
function windowsOf(text: string, quote: FoldedQuote, slack: number): [number, number][] {
  const size = quote.isDense ? DENSE_GRAM : GRAM;
  const { length } = quote.exact;
  const placeInQuote = new Map<string, number>();
  for (let at = length - size; at >= 0; at -= 1) {
    placeInQuote.set(quote.exact.slice(at, at + size), at);
  }
  const binSize = Math.max(2 * size, slack);
  const votes = new Map<number, number>();
  for (let at = 0; at + size <= text.length; at += 1) {
    const place = placeInQuote.get(text.slice(at, at + size));
    if (place === undefined) continue;
    const bin = Math.floor((at - place) / binSize);
    votes.set(bin, (votes.get(bin) ?? 0) + 1);
  }
  return [...votes]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_WINDOWS)
    .map(([bin]) => [
      Math.max(0, bin * binSize - slack),
      Math.min(text.length, (bin + 1) * binSize + length + slack),
    ]);
}
