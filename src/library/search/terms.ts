import { addToHash, HASH_START } from '../../domain/hash';

const FIRST_TERM_CAPACITY = 1024;

/**
 * Numbers terms in the order in which they occur first. A term is looked up as a part of a text, so
 * that no string is made for each word of an article.
 */
export class Terms {
  /** By hash: the number of the term + 1; 0 if the slot is free. At most half of them are used. */
  #slots = new Int32Array(2 * FIRST_TERM_CAPACITY);
  #hashes = new Int32Array(FIRST_TERM_CAPACITY);
  /** Where each term ends in `#units`. */
  #ends = new Int32Array(FIRST_TERM_CAPACITY);
  #units = new Uint16Array(8 * FIRST_TERM_CAPACITY);
  size = 0;

  /** Returns the number of the term that is in `text` from `start` to `end`. */
  numberOf(text: string, start: number, end: number): number {
    let hash = HASH_START;
    for (let at = start; at < end; at += 1) hash = addToHash(hash, text.charCodeAt(at));
    const mask = this.#slots.length - 1;
    for (let slot = (hash ^ (hash >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const number = (this.#slots[slot] ?? 0) - 1;
      if (number < 0) return this.#add(slot, hash, text, start, end);
      if (this.#hashes[number] === hash && this.#equals(number, text, start, end)) return number;
    }
  }

  term(number: number): string {
    return String.fromCharCode(...this.#units.subarray(this.#startOf(number), this.#ends[number]));
  }

  #startOf(number: number): number {
    return number === 0 ? 0 : (this.#ends[number - 1] ?? 0);
  }

  #equals(number: number, text: string, start: number, end: number): boolean {
    const from = this.#startOf(number);
    if ((this.#ends[number] ?? 0) - from !== end - start) return false;
    for (let at = start; at < end; at += 1) {
      if (this.#units[from + at - start] !== text.charCodeAt(at)) return false;
    }
    return true;
  }

  #add(slot: number, hash: number, text: string, start: number, end: number): number {
    const number = this.size;
    if (2 * number >= this.#slots.length) {
      this.#growSlots();
      return this.numberOf(text, start, end);
    }
    const from = this.#startOf(number);
    this.#hashes = grown(this.#hashes, number + 1);
    this.#ends = grown(this.#ends, number + 1);
    this.#units = grown(this.#units, from + end - start);
    for (let at = start; at < end; at += 1) this.#units[from + at - start] = text.charCodeAt(at);
    this.#hashes[number] = hash;
    this.#ends[number] = from + end - start;
    this.#slots[slot] = number + 1;
    this.size += 1;
    return number;
  }

  #growSlots(): void {
    this.#slots = new Int32Array(2 * this.#slots.length);
    const mask = this.#slots.length - 1;
    for (let number = 0; number < this.size; number += 1) {
      const hash = this.#hashes[number] ?? 0;
      let slot = (hash ^ (hash >>> 15)) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = number + 1;
    }
  }
}

/** Returns `array`, or a larger copy if it has fewer than `length` elements. */
export function grown<Numbers extends Int32Array | Uint16Array>(
  array: Numbers,
  length: number,
): Numbers {
  if (length <= array.length) return array;
  const larger = new (array.constructor as new (length: number) => Numbers)(
    Math.max(2 * array.length, length),
  );
  larger.set(array);
  return larger;
}
