import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { boundedNormalise } from '../../src/domain/bounded-normalise';

/** The minimum that OWASP recommends for Argon2id: 19 MiB, 2 passes, 1 lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const SALT_BYTES = 16;
const PASSWORD_HASH_BYTES = 32;
export const MIN_PASSWORD_LENGTH = 8;

const derive = promisify(argon2);

interface Stored {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const bare = (bytes: Buffer) => bytes.toString('base64').replace(/={1,2}$/, '');

/** Hashes a password with Argon2id. The result is in PHC format, which includes the cost. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const { memory, passes, parallelism } = COST;
  const hash = await passwordHashOf(password, {
    ...COST,
    salt,
    hash: Buffer.alloc(PASSWORD_HASH_BYTES),
  });
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${bare(salt)}$${bare(hash)}`;
}

/**
 * Compares `password` with a stored hash. Without one it takes the same time and returns false, so
 * that the time does not reveal which users exist.
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const parsed = stored === null ? null : parse(stored);
  const against = parsed ?? PLACEHOLDER;
  const hash = await passwordHashOf(password, against);
  return timingSafeEqual(hash, against.hash) && parsed !== null;
}

const PLACEHOLDER: Stored = {
  ...COST,
  salt: Buffer.alloc(SALT_BYTES),
  hash: Buffer.alloc(PASSWORD_HASH_BYTES),
};

function passwordHashOf(password: string, { memory, passes, parallelism, salt, hash }: Stored) {
  return derive('argon2id', {
    message: Buffer.from(boundedNormalise(password, 'NFC')),
    nonce: salt,
    memory,
    passes,
    parallelism,
    tagLength: hash.length,
  });
}

function parse(stored: string): Stored | null {
  const [, memory, passes, parallelism, salt = '', hash = ''] = PHC.exec(stored) ?? [];
  if (memory === undefined) return null;
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}
