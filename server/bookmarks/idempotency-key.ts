import { createHash } from 'node:crypto';
import {
  type bookmarkCreate,
  type FormValue,
  IDEMPOTENCY_KEY_LIFETIME_MS,
  MAX_IDEMPOTENCY_KEY_LENGTH,
} from '../../src/contract';
import { err, ok, type Result, type UnixMs, unixMs } from '../../src/domain';
import type { SentPage } from '../extraction';
import type { IdempotentRequest } from '../storage';

/** The key of a request that may come twice; null when it has none. */
export function readIdempotencyKey(
  headers: Pick<Headers, 'get'>,
): Result<string | null, 'invalid-key'> {
  const key = headers.get('idempotency-key');
  if (key === null) return ok(null);
  const isGood = /^[\x20-\x7e]+$/.test(key) && key.length <= MAX_IDEMPOTENCY_KEY_LENGTH;
  return isGood ? ok(key) : err('invalid-key');
}

/** The stored record of a request with a key, from `now` on. */
export const idempotentRequest = (
  key: string,
  bookmarkId: string,
  fingerprint: string,
  now: UnixMs,
): IdempotentRequest => ({
  key,
  bookmarkId,
  fingerprint,
  expires: unixMs(now + IDEMPOTENCY_KEY_LIFETIME_MS),
});

/** The same for the same request in whatever form it comes, another for any other. */
export function fingerprintOf(
  { url, title = '', labels = [], created }: FormValue<typeof bookmarkCreate>,
  sent: SentPage | null,
): string {
  const hash = createHash('sha256');
  const add = (value: unknown) => hash.update(`${JSON.stringify(value)}\n`);
  const addBytes = (bytes: Uint8Array) => hash.update(`${bytes.length}\n`).update(bytes);
  add([url, title, labels, created ?? null, sent?.findsMain ?? null]);
  if (sent?.html) addBytes(sent.html);
  for (const { url: of, headers, bytes } of sent?.resources ?? []) {
    add([of, [...headers]]);
    addBytes(bytes);
  }
  return hash.digest('hex');
}
