import { formatInstant } from '../../contract';
import { boundedNormalise } from '../../domain/bounded-normalise';
import type { UnixMs } from '../../domain/time';

/** In UTF-8 bytes. File systems allow 255; the rest is for the number and the extension. */
const MAX_SLUG_BYTES = 80;

/** Names that Windows reserves for devices, with any extension. */
const RESERVED_FILE_NAME = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/**
 * Converts a title to part of a file name that every system accepts: letters and digits of any
 * script, joined by dashes. Returns `bookmark` if nothing is left.
 */
export function slug(title: string): string {
  const words =
    boundedNormalise(title, 'NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  let name = '';
  for (const word of words) {
    const longer = name === '' ? word : `${name}-${word}`;
    if (byteLength(longer) > MAX_SLUG_BYTES) break;
    name = longer;
  }
  if (name === '' && words[0] !== undefined) name = [...words[0]].slice(0, 20).join('');
  return name === '' || RESERVED_FILE_NAME.test(name) ? 'bookmark' : name;
}

/** Returns the name of an exported file: `slug-YYYY-MM-DD.epub`. `extension` has no dot. */
export const exportFileName = (title: string, created: UnixMs, extension: string): string =>
  `${slug(title)}-${dayOf(created)}.${extension}`;

/**
 * Returns a function that makes file names from titles. No two of them are the same on a system that
 * ignores case or the form of characters.
 */
export function uniqueSlugs(): (title: string) => string {
  const counts = new Map<string, number>();
  return (title) => {
    const first = slug(title);
    for (let name = first; ; ) {
      const key = boundedNormalise(name, 'NFKC').toUpperCase();
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      if (count === 1) return name;
      name = `${first}-${count}`;
    }
  };
}

/** Returns the UTC day of an instant as `YYYY-MM-DD`. */
export const dayOf = (at: UnixMs): string => formatInstant(at).slice(0, 'YYYY-MM-DD'.length);

const FILE_EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/svg+xml': 'svg',
  'image/x-icon': 'ico',
  'application/pdf': 'pdf',
};

/** Returns the extension of an image file without the dot; null for an unknown media type. */
export const imageExtension = (type: string): string | null => FILE_EXTENSIONS[type] ?? null;

/** Returns the media type of images with an extension; a general one if the extension is unknown. */
export const imageTypeOf = (extension: string): string =>
  Object.entries(FILE_EXTENSIONS).find(([, known]) => known === extension)?.[0] ??
  'application/octet-stream';

const byteLength = (text: string) => new TextEncoder().encode(text).length;
