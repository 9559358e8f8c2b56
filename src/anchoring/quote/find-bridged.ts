import { type Candidate, clearBest } from './candidate';
import { contextScoreAt, type FoldedQuote } from './folded-quote';

/** How much of the beginning and of the end must be there as it was, in folded characters. */
const PIER = 24;
const SHORTEST = 40;
const MAX_PIERS = 50;

/** How much may have come in between, and how much may have gone. */
const MAX_INSERTED = 500;
const LEAST_LEFT = 0.6;

const LEAST_CONTEXT = 0.7;
const LEAST_LENGTH_RATIO = 0.5;
const MARGIN = 0.04;

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
  return clearBest(found, MARGIN);
}

/**
 * Where, of all ends in reach, the quote has the length that is nearest to its own: the last that
 * makes it no longer, or the first that does.
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
