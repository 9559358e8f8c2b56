const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** The largest multiple of 62 in a byte: above it some characters would be likelier than others. */
const FAIR_BYTES = 256 - (256 % ALPHABET.length);

const VERIFIER_LENGTH = 64; // spec section 8
const STATE_LENGTH = 43; // 256 bits; servers take 64 characters (protocol.md section 4.3)

export type FillWithChance = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;

const platformChance: FillWithChance = (bytes) => crypto.getRandomValues(bytes);

/** A secret of 64 letters and digits, each as likely as any other (spec section 5). */
export const newVerifier = (fill: FillWithChance = platformChance): string =>
  letters(VERIFIER_LENGTH, fill);

/** What comes back with the redirect, to know it as the answer to our own question. */
export const newState = (fill: FillWithChance = platformChance): string =>
  letters(STATE_LENGTH, fill);

function letters(length: number, fill: FillWithChance): string {
  let text = '';
  while (text.length < length) {
    for (const byte of fill(new Uint8Array(length))) {
      if (byte < FAIR_BYTES && text.length < length) text += ALPHABET[byte % ALPHABET.length];
    }
  }
  return text;
}

/**
 * The challenge of a verifier: its SHA-256 in base64url without padding.
 * @see RFC 7636 4.2
 */
export async function challengeOf(verifier: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return btoa(String.fromCharCode(...new Uint8Array(hash)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
