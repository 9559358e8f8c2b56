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

/** Returns the SHA-256 hash as 64 lower-case hex digits. Must not run inside a transaction. */
export async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as BufferSource));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
