/** The start of a 32-bit FNV-1a hash. @see http://www.isthe.com/chongo/tech/comp/fnv/ */
export const HASH_START = 0x811c9dc5 | 0;

/** Returns a 32-bit FNV-1a hash, as a signed number, with one more byte or code unit. */
export const addToHash = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193);

/**
 * Returns the 32-bit FNV-1a hash of `text` over its UTF-16 code units. Another `start` gives another
 * hash.
 */
export function hashText(text: string, start = HASH_START): number {
  let hash = start;
  for (let at = 0; at < text.length; at += 1) hash = addToHash(hash, text.charCodeAt(at));
  return hash >>> 0;
}

/** Returns the same kind of hash of bytes or of other integers. */
export function hashNumbers(numbers: ArrayLike<number>, start = HASH_START): number {
  let hash = start;
  for (let at = 0; at < numbers.length; at += 1) hash = addToHash(hash, numbers[at] ?? 0);
  return hash >>> 0;
}

/**
 * Returns the SHA-256 hash of bytes, or of a text as UTF-8, as 64 lower-case hex digits. Must not run
 * inside a transaction.
 */
export async function sha256(content: Uint8Array | string): Promise<string> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as BufferSource));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
