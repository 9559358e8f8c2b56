const LOADABLE: ReadonlySet<string> = new Set(['http:', 'https:', 'data:', 'blob:']);
const PAGES: ReadonlySet<string> = new Set(['http:', 'https:', 'file:']);

/** No server takes an address that long; one of them must not cost the whole capture. */
const MAX_WEB_ADDRESS_LENGTH = 65_536;

/** `address` made absolute against `baseUrl`; null when it is none that an image may have. */
export function absoluteImageUrl(address: string, baseUrl: string): string | null {
  const url = parse(address.trim(), baseUrl);
  if (url === null || !LOADABLE.has(url.protocol)) return null;
  const isEndless = url.protocol.startsWith('http') && url.href.length > MAX_WEB_ADDRESS_LENGTH;
  return isEndless ? null : url.href;
}

/** `address` made absolute against `baseUrl`; null when it leads to no page. */
export function absolutePageUrl(address: string, baseUrl: string): string | null {
  const url = parse(address.trim(), baseUrl);
  return url !== null && PAGES.has(url.protocol) ? url.href : null;
}

/**
 * What relative addresses of a document are relative to: its `<base>`, unless that is something
 * like `javascript:`, else its own address.
 */
export function usableBase(baseUri: string, documentUrl: string): string {
  const base = parse(baseUri, documentUrl);
  return base !== null && PAGES.has(base.protocol) ? base.href : documentUrl;
}

function parse(address: string, baseUrl: string): URL | null {
  try {
    return new URL(address, baseUrl);
  } catch {
    // A page may have any nonsense in an attribute.
    return null;
  }
}
