/** A seeded source of numbers, so that each run measures the same. */
export interface Random {
  /** From 0, below `limit`. */
  below(limit: number): number;
  /** True with this probability. */
  happens(probability: number): boolean;
}

/** FNV-1a: spreads names evenly, from 0 to 2^32 - 1. */
export function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const character of name)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** Mulberry32. */
export function randomOf(seed: string): Random {
  const next = numbersFrom(hashOf(seed));
  return {
    below: (limit) => Math.floor(next() * limit),
    happens: (probability) => next() < probability,
  };
}

function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The vocabulary of 125 real pages. */
const VOCABULARY = 21_000;
const SYLLABLES = 'ba ce di fo gu la me ni po ru sa te vi xo zu'.split(' ');

/** Makes texts of random words with a Zipf distribution, the same in each run. */
export function createWords(seed = 1) {
  const next = numbersFrom(seed);
  // The nth word is n times rarer than the first.
  const rank = () => Math.floor(VOCABULARY ** next());
  return {
    /** Returns a text of `count` words. */
    text: (count: number): string => Array.from({ length: count }, () => wordAt(rank())).join(' '),
    /** Returns the word of a rank; 1 is the most common. */
    word: wordAt,
  };
}

/** Makes a word of three or four syllables for each number. */
function wordAt(rank: number): string {
  let word = '';
  for (let rest = rank * 7919 + 3375; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) {
    word += SYLLABLES[rest % SYLLABLES.length];
  }
  return word;
}
