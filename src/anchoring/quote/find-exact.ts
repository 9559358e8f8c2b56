import type { Candidate } from './candidate';
import { contextScoreAt, type FoldedQuote } from './folded-quote';

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
 * Where `wanted` begins in `text`, by the algorithm of Knuth, Morris and Pratt. `indexOf` takes
 * seconds for a long quote in a text that repeats itself; this reads each character once.
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

/** For each length of a beginning of `text`, how much of its end is such a beginning itself. */
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
