import search from 'approx-string-match';
import { contextScoreAt, type FoldedQuote } from './folded-quote';

/** A possible position of a quote in the folded text. */
export interface Candidate {
  readonly start: number;
  readonly end: number;
  readonly how: 'exact' | 'bridged' | 'fuzzy';
  /** The share of the quote that matches, from 0 to 1. */
  readonly quoteScore: number;
  /** The share of the context that matches, from 0 to 1. */
  readonly contextScore: number;
}

/** The context identifies a position better than a damaged quote does. */
const QUOTE_WEIGHT = 0.4;
const CONTEXT_WEIGHT = 0.6;

/** The overall score of a candidate, from 0 to 1. */
export const scoreOf = ({ quoteScore, contextScore }: Candidate): number =>
  QUOTE_WEIGHT * quoteScore + CONTEXT_WEIGHT * contextScore;

/**
 * Returns the best candidate. Returns null if there is none, or if a candidate at another position
 * scores within `margin` of it.
 */
function unambiguousBest(candidates: readonly Candidate[], margin: number): Candidate | null {
  const [best, ...others] = [...candidates].sort((a, b) => scoreOf(b) - scoreOf(a));
  if (best === undefined) return null;
  const rival = others.find((each) => each.end <= best.start || best.end <= each.start);
  const isClear = rival === undefined || scoreOf(best) - scoreOf(rival) >= margin;
  return isClear ? best : null;
}

/** With more copies than this, none can be distinguished from the others. */
const MAX_COPIES = 200;

/** Finds every position of the whole quote. */
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

/** In folded characters: how much of the start and of the end must match exactly. */
const ANCHOR_LENGTH = 24;
const MIN_BRIDGED_LENGTH = 40;
const MAX_ANCHORS = 50;

/** The length of text that may have been inserted, and the share of the quote that must remain. */
const MAX_INSERTED = 500;
const MIN_REMAINING_SHARE = 0.6;

const MIN_BRIDGED_CONTEXT = 0.7;
const MIN_LENGTH_RATIO = 0.5;
const BRIDGED_MARGIN = 0.04;

/**
 * Finds the quote with something inserted into its middle or removed from it, such as an
 * advertisement or a caption.
 */
export function findBridged(text: string, quote: FoldedQuote): Candidate | null {
  const { length } = quote.exact;
  if (length < MIN_BRIDGED_LENGTH) return null;
  const head = quote.exact.slice(0, ANCHOR_LENGTH);
  const tail = quote.exact.slice(-ANCHOR_LENGTH);
  const found: Candidate[] = [];
  let start = text.indexOf(head);
  for (let piers = 0; start !== -1 && piers < MAX_ANCHORS; piers += 1) {
    const end = nearestEnd(text, start, tail, length);
    if (end !== null) {
      const quoteScore = Math.min(length, end - start) / Math.max(length, end - start);
      const contextScore = contextScoreAt(text, { start, end }, quote);
      if (contextScore >= MIN_BRIDGED_CONTEXT && quoteScore >= MIN_LENGTH_RATIO)
        found.push({ start, end, how: 'bridged', quoteScore, contextScore });
    }
    start = text.indexOf(head, start + 1);
  }
  return unambiguousBest(found, BRIDGED_MARGIN);
}

/**
 * Finds the end in reach that gives the passage the length nearest to `length`. Only two ends can be
 * that: the last one that makes it no longer, and the first one that does.
 */
function nearestEnd(text: string, start: number, tail: string, length: number): number | null {
  const from = start + Math.max(0, Math.floor(MIN_REMAINING_SHARE * length) - tail.length);
  const reach = text.slice(from, start + length + MAX_INSERTED);
  const expected = start + length - tail.length - from;
  const ends = [reach.lastIndexOf(tail, expected), reach.indexOf(tail, expected + 1)]
    .filter((at) => at !== -1)
    .map((at) => from + at + tail.length);
  const distance = (end: number) => Math.abs(end - start - length);
  return ends.sort((a, b) => distance(a) - distance(b))[0] ?? null;
}

/** In folded characters: the length of the n-grams that vote for a position. */
const GRAM = 7;
const DENSE_GRAM = 4;
const MAX_WINDOWS = 4;

/** Fuzzy matching of a longer quote takes too long. */
const MAX_FUZZY_LENGTH = 2000;

/** The largest share of a quote that may differ. */
const MAX_ERRORS_RATIO = 0.4;

/** Accept either most of the quote with some context, or nearly all of it with little context. */
const GOOD = { quoteScore: 0.7, contextScore: 0.45, length: 0 };
const NEARLY_WHOLE = { quoteScore: 0.88, contextScore: 0.15, length: 24 };
const FUZZY_MARGIN = 0.04;

/**
 * Finds the quote with changed words. Returns null if it is not found or if two positions match
 * equally well.
 */
export function findFuzzy(text: string, quote: FoldedQuote): Candidate | null {
  const { length } = quote.exact;
  if (length > MAX_FUZZY_LENGTH) return null;
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
  return unambiguousBest(
    found.filter((candidate) => [GOOD, NEARLY_WHOLE].some((bar) => isOver(candidate, length, bar))),
    FUZZY_MARGIN,
  );
}

const isOver = (candidate: Candidate, length: number, bar: typeof GOOD): boolean =>
  length >= bar.length &&
  candidate.quoteScore >= bar.quoteScore &&
  candidate.contextScore >= bar.contextScore;

/** The parts of the text that contain most n-grams of the quote, at about the right distances. */
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
