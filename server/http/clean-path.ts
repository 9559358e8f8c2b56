import type { Exchange } from './exchange';

/**
 * The address without doubled slashes in its path; null when it has none (protocol.md section 1).
 * The URL parser has taken `.` and `..` out already.
 */
export function cleanAddress({ url, base }: Pick<Exchange, 'url' | 'base'>): string | null {
  if (!url.pathname.includes('//')) return null;
  return base.origin + url.pathname.replace(/\/{2,}/g, '/') + url.search;
}
