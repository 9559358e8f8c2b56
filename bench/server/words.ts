/** As many as 125 pages had. */
const VOCABULARY = 21_000;
const SYLLABLES = 'ba ce di fo gu la me ni po ru sa te vi xo zu'.split(' ');

/** Texts of made words, some common and most rare (Zipf); the same in each run. */
export function createWords(seed = 1) {
  const random = randomFrom(seed);
  return {
    /** So many words. */
    text: (count: number): string =>
      Array.from({ length: count }, () => wordAt(rankAt(random()))).join(' '),
    /** The word of this rank; 1 is the most common. */
    word: wordAt,
  };
}

/** The rank that is at a place between 0 and 1, if the nth is n times rarer than the first. */
const rankAt = (place: number): number => Math.floor(VOCABULARY ** place);

/** A word of three or four syllables for each number. */
function wordAt(rank: number): string {
  let word = '';
  for (let rest = rank * 7919 + 3375; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) {
    word += SYLLABLES[rest % SYLLABLES.length];
  }
  return word;
}

/** Numbers from 0 to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
