import type { Exchange } from '../http/exchange';

/**
 * Tells whether a form was sent by one of this server's pages. `Sec-Fetch-Site`, or `Origin` from
 * older browsers, says so, and no page can forge them. Without either header the form is refused.
 */
export function isFromOwnPage({ headers, base }: Pick<Exchange, 'headers' | 'base'>): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin' || site === 'none';
  return headers.get('origin') === base.origin;
}

const FRAMES = new Set(['iframe', 'frame', 'embed', 'object']);

/** Tells whether another site embeds this page in a frame (protocol.md section 1). */
export const isFramedByOthers = ({ headers }: Pick<Exchange, 'headers'>): boolean =>
  FRAMES.has(headers.get('sec-fetch-dest') ?? '') &&
  headers.get('sec-fetch-mode') === 'navigate' &&
  headers.get('sec-fetch-site') === 'cross-site';
