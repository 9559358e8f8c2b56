export type RasterType =
  | 'image/png'
  | 'image/jpeg'
  | 'image/gif'
  | 'image/webp'
  | 'image/avif'
  | 'image/x-icon';
export type ImageType = RasterType | 'image/svg+xml';

/** Nothing but white space, declarations and comments comes before the root of an SVG file. */
const SVG_START =
  /^\ufeff?\s*(?:<\?xml[^>]*>\s*|<!--(?:(?!-->)[\s\S])*-->\s*|<!DOCTYPE[^>]*>\s*)*<svg[\s>]/i;
const SVG_START_BYTES = 4096;

/**
 * What the bytes are, whatever the server calls them; null when they are no image that browsers
 * show. @see https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern
 */
export function sniffImageType(bytes: Uint8Array): ImageType | null {
  const ascii = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (ascii(0, 3) === '\xff\xd8\xff') return 'image/jpeg';
  if (/^GIF8[79]a$/.test(ascii(0, 6))) return 'image/gif';
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'image/webp';
  if (ascii(4, 8) === 'ftyp' && /avi[fs]/.test(ascii(8, 40))) return 'image/avif';
  if (ascii(0, 4) === '\0\0\x01\0') return 'image/x-icon';
  const start = new TextDecoder().decode(bytes.subarray(0, SVG_START_BYTES));
  return SVG_START.test(start) ? 'image/svg+xml' : null;
}
