import { addToHash, HASH_START } from '../hash';

/** The number of samples in a sketch. */
const SKETCH_SAMPLES = 64;
/** Runs of this many words are compared. */
const RUN_WORDS = 3;
/** Texts with a larger share of equal samples resemble each other. */
const RESEMBLING = 0.3;
/** Texts that resemble each other have this many successive samples in common somewhere. */
const BAND = 2;

/**
 * A sample of the runs of three words in a text. The share of equal samples in the sketches of two
 * texts estimates the share of runs that the texts have in common.
 * @see https://en.wikipedia.org/wiki/MinHash (variant with one hash function)
 */
export type TextSketch = Uint16Array<ArrayBuffer>;

/** Returns the sketch of a text; null for a text of fewer than three words. */
export function sketchText(text: string): TextSketch | null {
  const least = new Uint32Array(SKETCH_SAMPLES).fill(NO_HASH);
  let [beforeLast, last, word, words] = [0, 0, HASH_START, 0];
  const { length } = text;
  for (let at = 0; at <= length; at += 1) {
    const code = at < length ? text.charCodeAt(at) : 0;
    const letter = code < FOLDED.length ? (FOLDED[code] ?? 0) : isSeparator(code) ? 0 : code;
    if (letter !== 0) word = addToHash(word, letter);
    if (word === HASH_START || (letter !== 0 && !isWord(code))) continue;
    words += 1;
    if (words >= RUN_WORDS) {
      const hash = mixed(Math.imul(Math.imul(beforeLast, 31) + last, 31) + word);
      // The upper bits choose the sample, so that each run is in one of them.
      const sample = hash >>> VALUE_BITS;
      least[sample] = Math.min(least[sample] ?? NO_HASH, hash & (2 ** VALUE_BITS - 1));
    }
    beforeLast = last;
    last = word;
    word = HASH_START;
  }
  return words < RUN_WORDS ? null : withoutGaps(least);
}

const NO_HASH = 0xffff_ffff;
const VALUE_BITS = 26;

/** ASCII letters and digits in lower case; 0 for other characters. */
const FOLDED = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const lower = String.fromCharCode(code).toLowerCase();
  return /[a-z0-9]/.test(lower) ? lower.charCodeAt(0) : 0;
});

/** True for white space and punctuation. Some rare ones count as letters, in all texts alike. */
const isSeparator = (code: number): boolean =>
  code < 0xc0 || (code >= 0x2000 && code < 0x2070) || (code >= 0x3000 && code < 0x3040);

/** True for the letters of scripts that are written without spaces. */
const isWord = (code: number): boolean =>
  code >= 0x0e00 &&
  (code < 0x0f00 ||
    (code >= 0x1000 && code < 0x10a0) ||
    (code >= 0x1780 && code < 0x1800) ||
    (code >= 0x2e80 && code < 0xac00));

/** Mixes the bits of a hash. @see https://github.com/aappleby/smhasher (the end of MurmurHash3) */
function mixed(hash: number): number {
  let bits = hash ^ (hash >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** A short text fills only some samples. The others follow from the next one that is filled. */
function withoutGaps(least: Uint32Array): TextSketch {
  const sketch = new Uint16Array(SKETCH_SAMPLES);
  let [next, distance] = [NO_HASH, 0];
  // The first round finds the sample that follows the last one.
  for (let at = 2 * SKETCH_SAMPLES - 1; at >= 0; at -= 1) {
    const own = least[at % SKETCH_SAMPLES] ?? NO_HASH;
    [next, distance] = own === NO_HASH ? [next, distance + 1] : [own, 0];
    sketch[at % SKETCH_SAMPLES] = mixed(next + distance) & 0xffff;
  }
  return sketch;
}

/** Returns the estimated share (0 to 1) of runs of words that two texts have in common. */
export function resemblance(a: TextSketch, b: TextSketch): number {
  let equal = 0;
  for (let at = 0; at < SKETCH_SAMPLES; at += 1) if (a[at] === b[at]) equal += 1;
  return equal / SKETCH_SAMPLES;
}

export const resembles = (a: TextSketch | null, b: TextSketch | null): boolean =>
  a !== null && b !== null && resemblance(a, b) >= RESEMBLING;

/** The sketches of many texts, which are compared without comparing all pairs. */
export interface SketchSet<T> {
  add(item: T, sketch: TextSketch): void;
  get(item: T): TextSketch | null;
  /**
   * Calls `join` with items whose texts resemble each other, so that these are connected, and yields
   * after each of its steps. A step compares each text with two others at most, so the time grows
   * linearly with their number.
   */
  joinResembling(join: (a: T, b: T) => void): Generator<void>;
}

export function createSketchSet<T>(): SketchSet<T> {
  const items: T[] = [];
  const places = new Map<T, number>();
  let all: TextSketch = new Uint16Array(SKETCH_SAMPLES);
  const sketchAt = (place: number) =>
    all.subarray(place * SKETCH_SAMPLES, (place + 1) * SKETCH_SAMPLES);

  /** Joins texts with the same samples from `start` on. */
  function joinBand(start: number, join: (a: T, b: T) => void): void {
    // A hash table with open addressing: the first and the last place with the same samples.
    const mask = 2 ** Math.ceil(Math.log2(2 * items.length + 2)) - 1;
    const firsts = new Int32Array(mask + 1).fill(-1);
    const lasts = new Int32Array(mask + 1);
    const sampleOf = (place: number, at: number) => all[place * SKETCH_SAMPLES + start + at] ?? 0;
    const areEqual = (a: number, b: number) => {
      for (let at = 0; at < BAND; at += 1) if (sampleOf(a, at) !== sampleOf(b, at)) return false;
      return true;
    };
    for (let place = 0; place < items.length; place += 1) {
      let hash = 0;
      for (let at = 0; at < BAND; at += 1) hash = mixed(hash ^ sampleOf(place, at));
      let slot = hash & mask;
      while ((firsts[slot] ?? -1) !== -1 && !areEqual(firsts[slot] ?? -1, place)) {
        slot = (slot + 1) & mask;
      }
      const first = firsts[slot] ?? -1;
      if (first === -1) firsts[slot] = place;
      else {
        const sketch = sketchAt(place);
        const like = [first, lasts[slot] ?? first].find((one) => resembles(sketchAt(one), sketch));
        const [one, other] = [items[like ?? place], items[place]];
        if (like !== undefined && one !== undefined && other !== undefined) join(one, other);
      }
      lasts[slot] = place;
    }
  }

  return {
    add(item, sketch) {
      if ((items.length + 1) * SKETCH_SAMPLES > all.length) {
        const larger = new Uint16Array(2 * all.length);
        larger.set(all);
        all = larger;
      }
      all.set(sketch, items.length * SKETCH_SAMPLES);
      places.set(item, items.length);
      items.push(item);
    },
    get(item) {
      const place = places.get(item);
      return place === undefined ? null : sketchAt(place);
    },
    *joinResembling(join) {
      for (let start = 0; start < SKETCH_SAMPLES; start += BAND) {
        joinBand(start, join);
        yield;
      }
    },
  };
}
