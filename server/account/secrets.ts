import { createHash, createHmac, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { USER_CODE_ALPHABET, USER_CODE_LENGTH } from '../../src/contract';
import type { UserRow } from '../storage';

const SECRET_BYTES = 32;

/** Creates a token, session or code: 256 random bits in 43 characters. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/**
 * Hashes a secret for storage. Its bits are random, so one round of SHA-256 is enough. Passwords
 * can be guessed and use `hashPassword`.
 */
export const hashSecret = (secret: string): string => hash('sha256', secret, 'base64url');

/** Compares two texts in a time that does not reveal where they differ. */
export function isSameSecret(first: string, second: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(first), digest(second));
}

/** Derives a secret for one use from `key`. It does not reveal `key`. */
export const deriveSecret = (key: string, use: string): string =>
  createHmac('sha256', key).update(use).digest('base64url');

/**
 * Returns the id of a person for clients. It stays when the name changes, and a person who is created
 * later never has it.
 */
export const personIdOf = ({ id, created }: UserRow): string =>
  deriveSecret(`${id} ${created}`, 'person');

/** Creates the code that a person types to name their device. */
export const newUserCode = (): string =>
  Array.from({ length: USER_CODE_LENGTH }, () =>
    USER_CODE_ALPHABET.charAt(randomInt(USER_CODE_ALPHABET.length)),
  ).join('');

/** Computes the S256 PKCE challenge of a verifier (RFC 7636 4.2). */
export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url');
