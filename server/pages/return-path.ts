import type { Exchange } from '../http/exchange';

const MAX_RETURN_PATH_LENGTH = 4096;

/** Returns the path to continue at after the sign-in; empty when it is too long. */
export const carriedPath = (path: string): string =>
  path.length > MAX_RETURN_PATH_LENGTH ? '' : path;

/** Returns the address of the sign-in page, which then continues at the requested page. */
export function signInAddress({ base, url, method }: Exchange): string {
  const r = carriedPath(method === 'GET' ? url.pathname + url.search : url.pathname);
  return r === '' ? base.url('/login') : `${base.url('/login')}?${new URLSearchParams({ r })}`;
}

/**
 * Returns the address to continue at after the sign-in: `path` when it is a path of this server,
 * otherwise the account page. This prevents open redirects.
 */
export function returnAddress({ base }: Pick<Exchange, 'base'>, path: string): string {
  const fallback = base.url('/profile');
  if (!/^\/(?![/\\])/.test(carriedPath(path))) return fallback;
  if (!URL.canParse(path, base.origin)) return fallback;
  const url = new URL(path, base.origin);
  const isOurs = url.origin === base.origin && url.pathname.startsWith(`${base.prefix}/`);
  return isOurs ? url.href : fallback;
}
