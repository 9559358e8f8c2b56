const OFFSET_BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/**
 * Returns the 32-bit FNV-1a hash of `text` over its UTF-16 code units. Another `start` gives another
 * hash. @see http://www.isthe.com/chongo/tech/comp/fnv/
 */
export function hashText(text: string, start = OFFSET_BASIS): number {
  let hash = start;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), PRIME);
  }
  return hash >>> 0;
}

/** Returns the same kind of hash of bytes or of other integers. */
export function hashNumbers(numbers: ArrayLike<number>, start = OFFSET_BASIS): number {
  let hash = start;
  for (let at = 0; at < numbers.length; at += 1) hash = Math.imul(hash ^ (numbers[at] ?? 0), PRIME);
  return hash >>> 0;
}
