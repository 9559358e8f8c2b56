import { SECOND_MS } from '../../domain';

/**
 * The wait that `Retry-After` asks for, in milliseconds from `now`; null when there is none or it
 * can't be read. It is seconds or a date (RFC 9110 10.2.3).
 */
export function retryAfterMs(headers: Pick<Headers, 'get'>, now: number): number | null {
  const value = headers.get('Retry-After')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * SECOND_MS;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
