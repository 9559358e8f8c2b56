import { fileNameOf } from '../../domain';

const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/** Characters that browsers leave in addresses and RFC 3986 does not. */
const UNWISE = /[\s"<>[\\\]^`{|}]/g;

/** An address for a link that strict readers take; null when it leads nowhere outside. */
export function linkAddress(href: string): string | null {
  if (!URL.canParse(href)) return null;
  const url = new URL(href);
  if (!SCHEMES.has(url.protocol)) return null;
  const place = url.pathname + url.search + url.hash;
  const escapedPlace = place
    .replace(UNWISE, (character) => encodeURIComponent(character))
    .replace(/%(?![0-9a-f]{2})/gi, '%25')
    // A second `#` would begin a second fragment.
    .replace(/#.*/s, (fragment) => `#${fragment.slice(1).replaceAll('#', '%23')}`);
  return url.href.slice(0, url.href.length - place.length) + escapedPlace;
}

/**
 * What stands for an image that is not kept: its words, or the name of its file, and a link to it.
 * null where it is no image of the web.
 */
export function imageLink(src: string, alt: string): { href: string; text: string } | null {
  const href = /^https?:/i.test(src) ? linkAddress(src) : null;
  if (href === null) return null;
  return { href, text: alt.trim() || fileNameOf(href) };
}
