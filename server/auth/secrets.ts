import { createHash, createHmac, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { USER_CODE_ALPHABET, USER_CODE_LENGTH } from '../../src/contract';

const SECRET_BYTES = 32;

/** A new token, session or code: 256 random bits in 43 characters. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/**
 * What is stored of a secret. Its bits are random, so that one round of SHA-256 is enough: there
 * is nothing to guess. (Passwords go through `hashPassword`.)
 */
export const hashSecret = (secret: string): string => hash('sha256', secret, 'base64url');

/** Whether two texts are equal, in a time that does not tell where they differ. */
export function isSameSecret(first: string, second: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(first), digest(second));
}

/** A secret made of another one for a use of its own: whoever has it can't find the other. */
export const deriveSecret = (key: string, use: string): string =>
  createHmac('sha256', key).update(use).digest('base64url');

/** What a person types to tell this server which device they mean. */
export const newUserCode = (): string =>
  Array.from({ length: USER_CODE_LENGTH }, () =>
    USER_CODE_ALPHABET.charAt(randomInt(USER_CODE_ALPHABET.length)),
  ).join('');

/** The PKCE challenge of a verifier, by S256 (RFC 7636 4.2). */
export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url');
