import type { Exchange } from '../http/exchange';

const MAX_LENGTH = 4096;

/** A path to go on to after signing in, as it was asked for; empty when it is too long to carry. */
export const carriedPath = (asked: string): string => (asked.length > MAX_LENGTH ? '' : asked);

/** Where to sign in, and then go on to what was asked for. */
export function signInAddress({ base, url, method }: Exchange): string {
  const r = carriedPath(method === 'GET' ? url.pathname + url.search : url.pathname);
  return r === '' ? base.url('/login') : `${base.url('/login')}?${new URLSearchParams({ r })}`;
}

/**
 * The address to go on to after signing in: `asked` when it is a path of this server, and else the
 * account. Nobody is sent to another site by a link that only begins here.
 */
export function returnAddress({ base }: Pick<Exchange, 'base'>, asked: string): string {
  const fallback = base.url('/profile');
  if (!/^\/(?![/\\])/.test(carriedPath(asked))) return fallback;
  if (!URL.canParse(asked, base.origin)) return fallback;
  const url = new URL(asked, base.origin);
  const isOurs = url.origin === base.origin && url.pathname.startsWith(`${base.prefix}/`);
  return isOurs ? url.href : fallback;
}
