/** Bitcoin's base58: no 0, O, I, l, which are taken for one another. */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BASE = 58n;
const ID_BYTES = 16;
/** The least number that needs more than 16 bytes. */
const TOO_LARGE = 1n << BigInt(8 * ID_BYTES);

/**
 * The short id of 16 bytes (`short-uid`, protocol.md section 1): 22 characters for nearly all,
 * fewer when the bytes begin with zeros; each leading zero byte is a `1`.
 * @throws RangeError when there are not 16 bytes.
 */
export function encodeShortId(bytes: Uint8Array): string {
  if (bytes.length !== ID_BYTES) throw new RangeError(`A short id has ${ID_BYTES} bytes`);
  let number = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  let digits = '';
  for (; number > 0n; number /= BASE) digits = ALPHABET[Number(number % BASE)] + digits;
  return ALPHABET.charAt(0).repeat(leadingZeros(bytes)) + digits;
}

/** The 16 bytes of a short id; null when `id` is not one. */
export function decodeShortId(id: string): Uint8Array | null {
  if (id.length > 2 * ID_BYTES) return null;
  let number = 0n;
  for (const digit of id) {
    const value = ALPHABET.indexOf(digit);
    if (value < 0) return null;
    number = number * BASE + BigInt(value);
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
