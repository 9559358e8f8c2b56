const LOADABLE: ReadonlySet<string> = new Set(['http:', 'https:', 'data:', 'blob:']);
const PAGES: ReadonlySet<string> = new Set(['http:', 'https:', 'file:']);

/** `address` made absolute against `baseUrl`; null when it is none that an image may have. */
export function absoluteImageUrl(address: string, baseUrl: string): string | null {
  const url = parse(address.trim(), baseUrl);
  return url !== null && LOADABLE.has(url.protocol) ? url.href : null;
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

/** The part before `#`. */
export const withoutFragment = (url: string): string => url.split('#', 1)[0] ?? url;

function parse(address: string, baseUrl: string): URL | null {
  try {
    return new URL(address, baseUrl);
  } catch {
    // A page may have any nonsense in an attribute.
    return null;
  }
}
