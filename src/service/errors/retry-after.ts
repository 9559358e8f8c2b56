import { DAY_MS, SECOND_MS } from '../../domain';

/** What asks for a longer wait is a mistake, or a number too large to count with. */
const LONGEST_MS = DAY_MS;

/**
 * The wait that `Retry-After` asks for, in milliseconds from `now`; null when there is none or it
 * can't be read, a day at most. It is seconds or a date (RFC 9110 10.2.3).
 */
export function retryAfterMs(headers: Pick<Headers, 'get'>, now: number): number | null {
  const value = headers.get('Retry-After')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Math.min(Number(value) * SECOND_MS, LONGEST_MS);
  // Engines take almost anything for a date, a negative number too.
  const at = value.endsWith('GMT') ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : Math.min(Math.max(0, at - now), LONGEST_MS);
}
