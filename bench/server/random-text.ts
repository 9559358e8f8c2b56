/** The vocabulary of 125 real pages. */
const VOCABULARY = 21_000;
const SYLLABLES = 'ba ce di fo gu la me ni po ru sa te vi xo zu'.split(' ');

/** Makes texts of random words with a Zipf distribution, the same in each run. */
export function createWords(seed = 1) {
  const random = randomFrom(seed);
  return {
    /** Returns a text of `count` words. */
    text: (count: number): string =>
      Array.from({ length: count }, () => wordAt(rankAt(random()))).join(' '),
    /** Returns the word of a rank; 1 is the most common. */
    word: wordAt,
  };
}

/**
 * Returns the rank for a random number from 0 to 1, where the nth word is n times rarer than the
 * first.
 */
const rankAt = (place: number): number => Math.floor(VOCABULARY ** place);

/** Makes a word of three or four syllables for each number. */
function wordAt(rank: number): string {
  let word = '';
  for (let rest = rank * 7919 + 3375; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) {
    word += SYLLABLES[rest % SYLLABLES.length];
  }
  return word;
}

/** Returns random numbers from 0 to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
