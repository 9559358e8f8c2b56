import { hash } from 'node:crypto';

/** Computes the entity tag of a body from its hash. */
export const tagOf = (body: string | Uint8Array): string =>
  hash('sha256', body, 'hex').slice(0, 32);
