/** Bitcoin's base58 alphabet, without 0, O, I and l, which look alike. */
const BASE58_ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const ALPHABET_SIZE = 58n;
const ID_BYTES = 16;
/** The smallest number that needs more than 16 bytes. */
const TOO_LARGE = 1n << BigInt(8 * ID_BYTES);

/**
 * Encodes 16 bytes as a short id (`short-uid`, protocol.md section 1). Nearly all have 22
 * characters, those with leading zero bytes fewer; each leading zero byte is a `1`.
 * @throws RangeError when there are not 16 bytes.
 */
export function encodeShortId(bytes: Uint8Array): string {
  if (bytes.length !== ID_BYTES) throw new RangeError(`A short id has ${ID_BYTES} bytes`);
  let number = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  let digits = '';
  for (; number > 0n; number /= ALPHABET_SIZE)
    digits = BASE58_ALPHABET[Number(number % ALPHABET_SIZE)] + digits;
  return BASE58_ALPHABET.charAt(0).repeat(leadingZeros(bytes)) + digits;
}

/** Decodes a short id to 16 bytes. Returns null if `id` is not valid. */
export function decodeShortId(id: string): Uint8Array | null {
  if (id.length > 2 * ID_BYTES) return null;
  let number = 0n;
  for (const digit of id) {
    const value = BASE58_ALPHABET.indexOf(digit);
    if (value < 0) return null;
    number = number * ALPHABET_SIZE + BigInt(value);
  }
  if (number >= TOO_LARGE) return null;
  const bytes = new Uint8Array(ID_BYTES);
  for (let at = ID_BYTES - 1; at >= 0; at--, number >>= 8n) bytes[at] = Number(number & 0xffn);
  return encodeShortId(bytes) === id ? bytes : null;
}

function leadingZeros(bytes: Uint8Array): number {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first < 0 ? bytes.length : first;
}
