import type { Brand } from './brand';
import { isTrackingParameter } from './tracking-parameters';
import { parseAddress } from './web-address';

/** An address in normal form: two bookmarks are the same page when their keys are equal. */
export type UrlKey = Brand<string, 'UrlKey'>;

/** Schemes of what a tab can show and find again. `javascript:`, `data:`, `blob:` are not places. */
const PLACE_SCHEMES: ReadonlySet<string> = new Set([
  ...['http:', 'https:', 'file:', 'ftp:'],
  ...['about:', 'chrome:', 'edge:', 'brave:', 'opera:', 'vivaldi:'],
  ...['chrome-extension:', 'moz-extension:', 'extension:'],
]);

/**
 * Characters whose escaped form means the same: RFC 3986's unreserved, what `encodeURIComponent`
 * leaves alone besides (`!'()*`), and `,:@`, which separate nothing in a path or a query and come
 * escaped or not as the sender likes (`/@ann`, `/%40ann`).
 */
const NEEDS_NO_ESCAPE = /^[A-Za-z0-9\-._~!'()*,:@]$/;

/**
 * The page an address leads to, for *Already saved* and for finding duplicates. The same page:
 *
 * - scheme and host in any case, international or punycode, with a final dot, the default port,
 *   a user name and password;
 * - `http` and `https` on their default ports: sites move from one to the other, never apart;
 * - with and without slashes at the end of the path, `.` and `..` resolved, escapes in any form;
 * - with and without a fragment, unless it is a route (`#/…`, `#!…`);
 * - query parameters in any order (one name's values keep theirs), `+` or `%20` for a space,
 *   without those that only track.
 *
 * Different pages: any other host (`www.` too), port, path or parameter, upper and lower case in a
 * path. null when it is no place to return to: not an absolute address, `javascript:`, `data:`,
 * `blob:`, `mailto:` and the like. Never throws, and the key of a key is that key.
 */
export function urlKey(address: string): UrlKey | null {
  const url = parseAddress(address);
  if (url === null || !PLACE_SCHEMES.has(url.protocol)) return null;
  const scheme = url.protocol === 'http:' && url.port === '' ? 'https:' : url.protocol;
  const authority = url.host === '' ? '' : withoutFinalDot(url.hostname) + portOf(url);
  // An opaque path (`about:`) may hold spaces, which would be trimmed when parsed again.
  const path = normalEscapes(url.pathname)
    .replaceAll(' ', '%20')
    .replace(/(?<!\/)\/+$/, '');
  // The only place where the brand is given.
  return `${scheme}${startOf(url, path)}${authority}${path || '/'}${queryOf(url)}${routeOf(url)}` as UrlKey;
}

/** What stands between the scheme and the rest; of a path that begins with `//`, its first `/.`. */
function startOf(url: URL, path: string): '//' | '/.' | '' {
  if (url.href.startsWith(`${url.protocol}//`)) return '//';
  return path.startsWith('//') ? '/.' : '';
}

/** Host name of an address without `www.` and port, in lower case; empty when it has none. */
export function siteOf(address: string): string {
  const url = parseAddress(address);
  return url === null ? '' : siteOfUrl(url);
}

/** An address without `#` and what follows, and as it is written otherwise. */
export const withoutFragment = (url: string): string => url.split('#', 1)[0] ?? url;

/** A web address without `:443` or `:80` where that is the default of its scheme; otherwise unchanged. */
export const withoutDefaultPort = (url: string): string =>
  url.replace(/^(https:\/\/[^/?#]*):443(?![^/?#])|^(http:\/\/[^/?#]*):80(?![^/?#])/i, '$1$2');

function siteOfUrl(url: URL): string {
  return withoutFinalDot(url.hostname).replace(/^www\.(?=.)/, '');
}

/** Without the root's dot. Several dots name no host: dropped, `5..` would become an address. */
function withoutFinalDot(hostname: string): string {
  return hostname.toLowerCase().replace(/(?<=[^.])\.$/, '');
}

function portOf(url: URL): string {
  return url.port === '' ? '' : `:${url.port}`;
}

function queryOf(url: URL): string {
  const site = siteOfUrl(url);
  const parameters = url.search
    .slice(1)
    .split('&')
    .filter((piece) => piece !== '')
    // Kept as escaped bytes: decoding would fold different legacy encodings into U+FFFD.
    .map((piece) => normalEscapes(piece.replaceAll('+', '%20')))
    .map((text) => ({ text, name: text.split('=', 1)[0] ?? '' }))
    .filter(({ name }) => !isTrackingParameter(name, site))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return parameters.length === 0 ? '' : `?${parameters.map(({ text }) => text).join('&')}`;
}

function routeOf(url: URL): string {
  const [fragment = ''] = url.hash.split(':~:', 1);
  // `#/` and `#!` alone are where a page starts: the page itself.
  const isRoute = /^#[/!].*[^/!]/.test(fragment);
  return isRoute ? normalEscapes(fragment) : '';
}

/** Escapes in upper case, and only where they are needed. */
function normalEscapes(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return NEEDS_NO_ESCAPE.test(character) ? character : escaped.toUpperCase();
  });
}
