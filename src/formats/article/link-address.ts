import { fileNameOf } from '../../domain';

const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/** Characters that browsers accept in addresses and RFC 3986 does not. */
const UNWISE = /[\s"<>[\\\]^`{|}]/g;

/** Returns an address that strict readers accept; null if it does not lead outside the article. */
export function linkAddress(href: string): string | null {
  if (!URL.canParse(href)) return null;
  const url = new URL(href);
  if (!SCHEMES.has(url.protocol)) return null;
  const place = url.pathname + url.search + url.hash;
  const escapedPlace = place
    .replace(UNWISE, (character) => encodeURIComponent(character))
    .replace(/%(?![0-9a-f]{2})/gi, '%25')
    // A second `#` would start a second fragment.
    .replace(/#.*/s, (fragment) => `#${fragment.slice(1).replaceAll('#', '%23')}`);
  return url.href.slice(0, url.href.length - place.length) + escapedPlace;
}

/**
 * Returns the link that replaces an image that is not stored. Its text is the description or the
 * file name. Returns null if the image has no web address.
 */
export function imageLink(src: string, alt: string): { href: string; text: string } | null {
  const href = /^https?:/i.test(src) ? linkAddress(src) : null;
  if (href === null) return null;
  return { href, text: alt.trim() || fileNameOf(href) };
}
