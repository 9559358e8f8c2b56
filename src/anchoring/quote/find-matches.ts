import type { Steps } from '../steps';
import type { FoldedQuote } from './folded-quote';
import { forEachGram, slotOf } from './grams';

/** A part of a quote or of its context that occurs in the text. It can't be extended. */
export interface Match {
  /** Folded offset in the text. */
  readonly text: number;
  /** Offset in the quote with its context. */
  readonly quote: number;
  readonly length: number;
}

/** In folded units: the length of the n-grams with which matches are found. */
const GRAM = 7;
const DENSE_GRAM = 4;

/** N-grams that occur more often say nothing about a place. */
const MAX_GRAM_OCCURRENCES = 24;

/** Matches that are kept for one quote. */
const MAX_FOUND_MATCHES = 1000;

/** Matches that may contain the next n-gram of the text, which is then no new match. */
const RECENT = 4;

/** The n-grams of a longer quote are taken at intervals. */
const MAX_GRAMS = 512;

/** In bits: the sizes of the hash table. */
const [MIN_TABLE_BITS, MAX_TABLE_BITS] = [8, 20];

/**
 * Finds the places where n-grams of the quotes occur, with their context, and extends each to the
 * longest match. It reads the text twice for all quotes of a kind of script: first to count the
 * n-grams, then to find the places of rare ones.
 */
export function* findMatches(text: Uint16Array, quotes: readonly FoldedQuote[]): Steps<Match[][]> {
  const searches = quotes.map((quote) => new MatchSearch(text, quote.codes));
  for (const isDense of [false, true]) {
    const group = searches.filter((_, at) => quotes[at]?.isDense === isDense);
    if (group.length > 0) yield* scan(text, group, isDense ? DENSE_GRAM : GRAM);
  }
  return searches.map(({ matches }) => matches);
}

/** The n-grams of several quotes, in a hash table. */
interface GramTable {
  readonly shift: number;
  /** The first n-gram of each slot; -1 if there is none. */
  readonly firsts: Int32Array;
  /** The next n-gram of the same slot. */
  readonly nexts: Int32Array;
  readonly hashes: Int32Array;
  readonly offsets: Int32Array;
  readonly searches: readonly MatchSearch[];
}

function* scan(text: Uint16Array, searches: readonly MatchSearch[], size: number): Steps<void> {
  const table = yield* gramTable(searches, size, text.length);
  const counts = new Uint8Array(table.firsts.length);
  yield* forEachGram(text, size, (_, hash) => {
    const slot = slotOf(hash, table.shift);
    if (table.firsts[slot] === -1) return 0;
    if ((counts[slot] ?? 0) <= MAX_GRAM_OCCURRENCES) counts[slot] = (counts[slot] ?? 0) + 1;
    return 0;
  });
  yield* forEachGram(text, size, (at, hash) => {
    const slot = slotOf(hash, table.shift);
    let gram = table.firsts[slot] ?? -1;
    if (gram === -1 || (counts[slot] ?? 0) > MAX_GRAM_OCCURRENCES) return 0;
    let work = 0;
    for (; gram !== -1; gram = table.nexts[gram] ?? -1) {
      if (table.hashes[gram] !== hash) continue;
      work += table.searches[gram]?.extend(at, table.offsets[gram] ?? 0, size) ?? 0;
    }
    return work;
  });
}

function* gramTable(
  searches: readonly MatchSearch[],
  size: number,
  textLength: number,
): Steps<GramTable> {
  const most = searches.reduce((sum, { quote }) => sum + Math.min(quote.length, MAX_GRAMS), 0);
  // The n-grams of the text are counted by slot. With few slots, all of them would seem frequent.
  const slots = Math.max(most * 4, textLength / 2);
  const bits = Math.min(MAX_TABLE_BITS, Math.max(MIN_TABLE_BITS, Math.ceil(Math.log2(slots))));
  const shift = 32 - bits;
  const firsts = new Int32Array(1 << bits).fill(-1);
  const nexts = new Int32Array(most);
  const hashes = new Int32Array(most);
  const offsets = new Int32Array(most);
  const owners: MatchSearch[] = [];
  const table = { shift, firsts, nexts, hashes, offsets, searches: owners };
  for (const search of searches) {
    const interval = Math.ceil(search.quote.length / MAX_GRAMS);
    yield* forEachGram(search.quote, size, (offset, hash) => {
      if (offset % interval !== 0) return 0;
      const slot = slotOf(hash, shift);
      nexts[owners.length] = firsts[slot] ?? -1;
      firsts[slot] = owners.length;
      hashes[owners.length] = hash;
      offsets[owners.length] = offset;
      owners.push(search);
      return 1;
    });
    // Most quotes are shorter than the work of a step.
    yield;
  }
  return table;
}

/** The search for the matches of one quote. */
class MatchSearch {
  readonly matches: Match[] = [];
  /** With its context. */
  readonly quote: Uint16Array;
  readonly #text: Uint16Array;

  constructor(text: Uint16Array, quote: Uint16Array) {
    this.#text = text;
    this.quote = quote;
  }

  /** Adds the match around an n-gram. Returns the number of compared units. */
  extend(inText: number, inQuote: number, size: number): number {
    const text = this.#text;
    const { quote } = this;
    const { length } = this.matches;
    if (length >= MAX_FOUND_MATCHES) return 0;
    for (let at = length - 1; at >= 0 && at >= length - RECENT; at -= 1) {
      const match = this.matches[at];
      if (match === undefined || match.text - match.quote !== inText - inQuote) continue;
      if (match.text + match.length >= inText + size) return 0;
    }
    let start = 0;
    while (
      start < inQuote &&
      start < inText &&
      text[inText - start - 1] === quote[inQuote - start - 1]
    ) {
      start += 1;
    }
    let end = 0;
    while (inQuote + end < quote.length && text[inText + end] === quote[inQuote + end]) end += 1;
    // Other units can have the same hash.
    if (end >= size) {
      this.matches.push({ text: inText - start, quote: inQuote - start, length: start + end });
    }
    return start + end;
  }
}
