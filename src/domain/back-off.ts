import { DAY_MS, SECOND_MS } from './time';

/** A longer wait is a mistake, or a number that is too large to compute with. */
const MAX_RETRY_AFTER_MS = DAY_MS;

/**
 * The wait that `Retry-After` requests in ms from `now`, at most a day; null if the header is
 * absent or invalid. It is a number of seconds or a date (RFC 9110 10.2.3).
 */
export function retryAfterMs(headers: Pick<Headers, 'get'>, now: number): number | null {
  const value = headers.get('Retry-After')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Math.min(Number(value) * SECOND_MS, MAX_RETRY_AFTER_MS);
  // JavaScript engines accept almost anything as a date, including a negative number.
  const at = value.endsWith('GMT') ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : Math.min(Math.max(0, at - now), MAX_RETRY_AFTER_MS);
}

/**
 * Exponential back-off with jitter, in milliseconds: between half of a wait and all of it, which begins
 * with `firstMs` and doubles with each failure up to `maxMs`. `random` is from 0 to 1.
 */
export function backOffMs(
  failures: number,
  random: number,
  { firstMs, maxMs }: { readonly firstMs: number; readonly maxMs: number },
): number {
  const longest = Math.min(firstMs * 2 ** Math.max(0, failures - 1), maxMs);
  return Math.round(longest * (0.5 + random / 2));
}
