import { createHash } from 'node:crypto';

/** The value of an entity tag that other bytes don't have. */
export const tagOf = (body: string | Uint8Array): string =>
  createHash('sha256').update(body).digest('hex').slice(0, 32);
