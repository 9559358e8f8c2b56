import type { Candidate } from './candidate';
import { contextScoreAt, type FoldedQuote } from './folded-quote';

/** Of more copies than this none can be told from the others. */
const MAX_COPIES = 200;

/** Every place where the whole quote stands. */
export function findExact(text: string, quote: FoldedQuote): Candidate[] {
  const found: Candidate[] = [];
  let start = quote.exact === '' ? -1 : text.indexOf(quote.exact);
  while (start !== -1 && found.length < MAX_COPIES) {
    const end = start + quote.exact.length;
    const contextScore = contextScoreAt(text, { start, end }, quote);
    found.push({ start, end, how: 'exact', quoteScore: 1, contextScore });
    start = text.indexOf(quote.exact, start + 1);
  }
  return found;
}
