import { hash } from 'node:crypto';

/** The value of an entity tag that other bytes don't have. */
export const tagOf = (body: string | Uint8Array): string =>
  hash('sha256', body, 'hex').slice(0, 32);
