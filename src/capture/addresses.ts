const LOADABLE: ReadonlySet<string> = new Set(['http:', 'https:', 'data:', 'blob:']);
const PAGE_SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'file:']);

/**
 * In UTF-16 code units. No server accepts a longer address; the bound keeps one address from
 * slowing the whole capture.
 */
const MAX_WEB_ADDRESS_LENGTH = 65_536;

/**
 * Resolves `address` against `baseUrl`. Returns null if the result is not a loadable image address.
 */
export function absoluteImageUrl(address: string, baseUrl: string): string | null {
  const url = URL.parse(address.trim(), baseUrl);
  if (url === null || !LOADABLE.has(url.protocol)) return null;
  const isEndless = url.protocol.startsWith('http') && url.href.length > MAX_WEB_ADDRESS_LENGTH;
  return isEndless ? null : url.href;
}

/**
 * Resolves `address` against `baseUrl`. Returns null if the result is not the address of a page.
 */
export function absolutePageUrl(address: string, baseUrl: string): string | null {
  const url = URL.parse(address.trim(), baseUrl);
  return url !== null && PAGE_SCHEMES.has(url.protocol) ? url.href : null;
}

/**
 * Returns the base for relative addresses of a document: its `<base>` if that is usable (not
 * `javascript:` or the like), otherwise its own address.
 */
export function usableBase(baseUri: string, documentUrl: string): string {
  const base = URL.parse(baseUri, documentUrl);
  return base !== null && PAGE_SCHEMES.has(base.protocol) ? base.href : documentUrl;
}
