import { isAddedFileHost } from './added-file';
import type { Brand } from './brand';
import { isTrackingParameter } from './tracking-parameters';

/** A normalised address. Two bookmarks are the same page if their keys are equal. */
export type UrlKey = Brand<string, 'UrlKey'>;

/**
 * Schemes that a tab can show and return to. `javascript:`, `data:` and `blob:` are not among them.
 */
const PLACE_SCHEMES: ReadonlySet<string> = new Set([
  ...['http:', 'https:', 'file:', 'ftp:'],
  ...['about:', 'chrome:', 'edge:', 'brave:', 'opera:', 'vivaldi:'],
  ...['chrome-extension:', 'moz-extension:', 'extension:'],
]);

/**
 * Characters that mean the same with and without an escape: RFC 3986's unreserved ones, those that
 * `encodeURIComponent` also leaves alone (`!'()*`), and `,:@`, which separate nothing in a path or
 * a query and are escaped inconsistently (`/@ann`, `/%40ann`).
 */
const NEEDS_NO_ESCAPE = /^[A-Za-z0-9\-._~!'()*,:@]$/;

/**
 * Returns the key of the page that an address leads to, for *Already saved* and for finding
 * duplicates. These differences are ignored:
 *
 * - scheme and host in any case, international or punycode, with a final dot, the default port, a
 *   user name and password;
 * - `http` and `https` on their default ports, because sites move from one to the other;
 * - slashes at the end of the path, `.` and `..`, escapes in any form;
 * - a fragment, unless it is a route (`#/…`, `#!…`);
 * - the order of query parameters (values of one name keep theirs), `+` or `%20` for a space, and
 *   tracking parameters.
 *
 * All other differences make a different page: any other host (also `www.`), port, path or
 * parameter, and case in a path. Returns null for addresses that a tab can't return to: relative
 * addresses, `javascript:`, `data:`, `blob:`, `mailto:` and the like. Never throws. The key of a
 * key is the key itself.
 */
export function urlKey(address: string): UrlKey | null {
  const url = URL.parse(address);
  if (url === null || !PLACE_SCHEMES.has(url.protocol)) return null;
  const scheme = url.protocol === 'http:' && url.port === '' ? 'https:' : url.protocol;
  const authority = url.host === '' ? '' : withoutFinalDot(url.hostname) + portOf(url);
  // An opaque path (`about:`) may contain spaces, which would be trimmed when the key is parsed.
  const path = normalEscapes(url.pathname)
    .replaceAll(' ', '%20')
    .replace(/(?<!\/)\/+$/, '');
  // This is the only place that creates a `UrlKey`.
  return `${scheme}${afterScheme(url, path)}${authority}${path || '/'}${queryOf(url)}${routeOf(url)}` as UrlKey;
}

/** Returns the text between the scheme and the rest. If the path begins with `//`, it is `/.`. */
function afterScheme(url: URL, path: string): '//' | '/.' | '' {
  if (url.href.startsWith(`${url.protocol}//`)) return '//';
  return path.startsWith('//') ? '/.' : '';
}

/**
 * Returns the host name of an address in lower case, without `www.` and port; empty when it has
 * none.
 */
export function siteOf(address: string): string {
  const url = URL.parse(address);
  return url === null ? '' : siteOfUrl(url);
}

/** Returns an address without its fragment, otherwise unchanged. */
export const withoutFragment = (url: string): string => url.split('#', 1)[0] ?? url;

/** Returns a web address without `:443` or `:80` where that is the default of its scheme. */
export const withoutDefaultPort = (url: string): string =>
  url.replace(/^(https:\/\/[^/?#]*):443(?![^/?#])|^(http:\/\/[^/?#]*):80(?![^/?#])/i, '$1$2');

function siteOfUrl(url: URL): string {
  // Like a file that the browser shows, it has none.
  if (isAddedFileHost(url.hostname)) return '';
  return withoutFinalDot(url.hostname).replace(/^www\.(?=.)/, '');
}

/**
 * Removes the dot of the DNS root. A host with several final dots is invalid and stays: `5.`
 * without its dot would become an IP address.
 */
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
    // Parameters stay escaped: decoding would map different legacy encodings to U+FFFD.
    .map((piece) => normalEscapes(piece.replaceAll('+', '%20')))
    .map((text) => ({ text, name: text.split('=', 1)[0] ?? '' }))
    .filter(({ name }) => !isTrackingParameter(name, site))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return parameters.length === 0 ? '' : `?${parameters.map(({ text }) => text).join('&')}`;
}

function routeOf(url: URL): string {
  const [fragment = ''] = url.hash.split(':~:', 1);
  // `#/` and `#!` alone are the start page of a single-page application.
  const isRoute = /^#[/!].*[^/!]/.test(fragment);
  return isRoute ? normalEscapes(fragment) : '';
}

/** Writes escapes in upper case and removes those that are not needed. */
function normalEscapes(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return NEEDS_NO_ESCAPE.test(character) ? character : escaped.toUpperCase();
  });
}
