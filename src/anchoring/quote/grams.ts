import type { Steps } from '../steps';

const HASHED_PER_STEP = 4096;

const HASH_BASE = 0x01000193;
/** Spreads the lower bits of a hash over the higher ones. */
const SPREAD = 0x9e3779b1;

/** Returns the slot of a hash in a table with `2 ** (32 - shift)` slots. */
export const slotOf = (hash: number, shift: number): number => Math.imul(hash, SPREAD) >>> shift;

/** Returns the hash of the first `size` units of a text, as `forEachGram` computes it. */
export function hashOfStart(text: Uint16Array, size: number): number {
  let hash = 0;
  for (let unit = 0; unit < size; unit += 1)
    hash = (Math.imul(hash, HASH_BASE) + (text[unit] ?? 0)) | 0;
  return hash;
}

/**
 * Calls `visit` for each n-gram with its offset and its hash, which is computed from that of the
 * n-gram before it (Rabin and Karp). `visit` returns the work that it did, in compared units.
 */
export function* forEachGram(
  text: Uint16Array,
  size: number,
  visit: (offset: number, hash: number) => number,
): Steps<void> {
  let leaving = 1;
  for (let unit = 1; unit < size; unit += 1) leaving = Math.imul(leaving, HASH_BASE);
  let hash = 0;
  let work = 0;
  for (let at = 0; at < text.length; at += 1) {
    const offset = at - size + 1;
    if (offset > 0) hash -= Math.imul(text[offset - 1] ?? 0, leaving);
    hash = (Math.imul(hash, HASH_BASE) + (text[at] ?? 0)) | 0;
    if (offset >= 0) work += 1 + visit(offset, hash);
    if (work > HASHED_PER_STEP) {
      work = 0;
      yield;
    }
  }
}
