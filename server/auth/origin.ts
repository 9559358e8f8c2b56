import type { Exchange } from '../http/exchange';

/**
 * Whether a form came from a page of ours, by what browsers say of themselves and no page can
 * forge: `Sec-Fetch-Site`, or from older ones `Origin`. Without either it did not come from one.
 */
export function isFromOwnPage({ headers, base }: Pick<Exchange, 'headers' | 'base'>): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin' || site === 'none';
  return headers.get('origin') === base.origin;
}

const FRAMES = new Set(['iframe', 'frame', 'embed', 'object']);

/** Whether another site shows us inside of itself (protocol.md section 1). */
export const isFramedByOthers = ({ headers }: Pick<Exchange, 'headers'>): boolean =>
  FRAMES.has(headers.get('sec-fetch-dest') ?? '') &&
  headers.get('sec-fetch-mode') === 'navigate' &&
  headers.get('sec-fetch-site') === 'cross-site';
