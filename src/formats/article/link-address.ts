import { isAddedFile } from '../../domain/added-file';
import { fileNameOf } from '../../domain/web-address';

/** The address of a page or of a person, up to its path. */
const LINK_START = /^(?:mailto:|https?:\/\/[^/]*)/;

/** Characters that browsers accept in addresses and RFC 3986 does not. */
const UNWISE = /[\s"<>[\\\]^`{|}]/g;

/**
 * Returns an address that strict readers accept; null if it does not lead outside the article. That of a file
 * from a disk leads nowhere.
 */
export function linkAddress(href: string): string | null {
  const address = URL.parse(href)?.href ?? '';
  const start = LINK_START.exec(address)?.[0];
  if (start === undefined || isAddedFile(address)) return null;
  const place = address.slice(start.length);
  const escapedPlace = place
    .replace(UNWISE, (character) => encodeURIComponent(character))
    .replace(/%(?![0-9a-f]{2})/gi, '%25')
    // A second `#` would start a second fragment.
    .replace(/#.*/s, (fragment) => `#${fragment.slice(1).replaceAll('#', '%23')}`);
  return start + escapedPlace;
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
