import type { Steps } from '../steps';
import { equalAfter, equalBefore, type FoldedQuote } from './folded-quote';
import { forEachGram, hashOfStart, slotOf } from './grams';

/** The places where a whole quote occurs. */
export interface Copies {
  /** Folded offsets. If there are many copies, those whose context matches best. */
  readonly starts: readonly number[];
  /**
   * False if the search was stopped, because the text repeats itself so much that no copy can be
   * distinguished.
   */
  readonly isComplete: boolean;
}

/** Copies that are compared with the whole context. */
const MAX_COPIES = 64;

/** In units: the lengths of the hashed starts of quotes. A quote is found by the longest that fits. */
const LENGTHS = [16, 8, 4, 2, 1];

/**
 * Finds all copies of all quotes. It reads the text once for each of `LENGTHS` that a quote needs,
 * with a rolling hash of its last units, and compares a quote only where its start
 * has the same hash.
 */
export function* findCopies(text: Uint16Array, quotes: readonly FoldedQuote[]): Steps<Copies[]> {
  const searches = quotes.map((quote) => new CopySearch(quote, text));
  for (const length of LENGTHS) {
    const group = searches.filter(({ quote: { exact } }) => {
      const longest = LENGTHS.find((each) => each <= exact.length);
      return longest === length && exact.length <= text.length;
    });
    if (group.length > 0) yield* scan(text, group, length);
  }
  return searches.map((search) => search.copies());
}

function* scan(text: Uint16Array, searches: readonly CopySearch[], length: number): Steps<void> {
  const bits = Math.min(20, Math.max(8, Math.ceil(Math.log2(searches.length * 8))));
  const shift = 32 - bits;
  const firsts = new Int32Array(1 << bits).fill(-1);
  const nexts = new Int32Array(searches.length).fill(-1);
  const hashes = new Int32Array(searches.length);
  searches.forEach(({ quote: { exact } }, at) => {
    const hash = hashOfStart(exact, length);
    const slot = slotOf(hash, shift);
    hashes[at] = hash;
    nexts[at] = firsts[slot] ?? -1;
    firsts[slot] = at;
  });
  yield* forEachGram(text, length, (start, hash) => {
    let work = 0;
    let search = firsts[slotOf(hash, shift)] ?? -1;
    while (search !== -1) {
      if (hashes[search] === hash) work += searches[search]?.compareAt(start) ?? 0;
      search = nexts[search] ?? -1;
    }
    return work;
  });
}

/** The search for the copies of one quote. */
class CopySearch {
  readonly #starts: number[] = [];
  /** For each of `#starts`, how many units of the context are equal. */
  readonly #contexts: number[] = [];
  /** The units that may still be compared. */
  #left: number;

  readonly quote: FoldedQuote;
  readonly #text: Uint16Array;

  constructor(quote: FoldedQuote, text: Uint16Array) {
    this.quote = quote;
    this.#text = text;
    // Comparing at every position would take the time of the product of both lengths.
    this.#left = 65_536 + 2 * text.length;
  }

  /** Compares the quote with the text from `start`. Returns the number of compared units. */
  compareAt(start: number): number {
    const text = this.#text;
    const { exact } = this.quote;
    if (this.#left < 0 || start + exact.length > text.length) return 0;
    let equal = 0;
    while (equal < exact.length && text[start + equal] === exact[equal]) equal += 1;
    this.#left -= equal;
    if (equal === exact.length) this.#keep(start, start + exact.length);
    return equal;
  }

  #keep(start: number, end: number): void {
    const text = this.#text;
    const { quote } = this;
    const context = equalBefore(text, start, quote) + equalAfter(text, end, quote);
    this.#left -= context;
    let at = this.#starts.length;
    if (at >= MAX_COPIES) {
      const least = Math.min(...this.#contexts);
      if (context <= least) return;
      at = this.#contexts.indexOf(least);
    }
    this.#starts[at] = start;
    this.#contexts[at] = context;
  }

  copies(): Copies {
    return { starts: this.#starts, isComplete: this.#left >= 0 };
  }
}
