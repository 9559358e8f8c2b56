import search from 'approx-string-match';
import { type Candidate, clearBest } from './candidate';
import { contextScoreAt, type FoldedQuote } from './folded-quote';

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
const MARGIN = 0.04;

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
    MARGIN,
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
