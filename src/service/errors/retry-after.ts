import { SECOND_MS } from '../../domain';

/**
 * The wait that `Retry-After` asks for, in milliseconds from `now`; null when there is none or it
 * can't be read. It is seconds or a date (RFC 9110 10.2.3).
 */
export function retryAfterMs(headers: Pick<Headers, 'get'>, now: number): number | null {
  const value = headers.get('Retry-After')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * SECOND_MS;
  // Engines take almost anything for a date, a negative number too.
  const at = value.endsWith('GMT') ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
