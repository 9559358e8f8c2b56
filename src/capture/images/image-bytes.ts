export type RasterType =
  | 'image/png'
  | 'image/jpeg'
  | 'image/gif'
  | 'image/webp'
  | 'image/avif'
  | 'image/x-icon';
export type ImageType = RasterType | 'image/svg+xml';

/** Only white space, declarations and comments may precede the root of an SVG file. */
const SVG_START =
  /^\ufeff?\s*(?:<\?xml[^>]*>\s*|<!--(?:(?!-->)[\s\S])*-->\s*|<!DOCTYPE[^>]*>\s*)*<svg[\s>]/i;
const SVG_START_BYTES = 4096;

/**
 * Detects the image type from the bytes and ignores the type that the server declares. Returns null
 * for anything that browsers don't display as an image.
 * @see https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern
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

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Reads width and height in px from the first bytes of an image without decoding it: an image of
 * 30,000 by 30,000 px may be a few kilobytes to read and gigabytes to decode. Returns null when the
 * bytes end too early or don't match the type.
 */
export function readImageSize(bytes: Uint8Array, type: RasterType): ImageSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const size = READERS[type](view);
    return size !== null && size.width > 0 && size.height > 0 ? size : null;
  } catch (error) {
    if (error instanceof RangeError) return null; // The bytes end too early.
    throw error;
  }
}

const READERS: Readonly<Record<RasterType, (view: DataView) => ImageSize | null>> = {
  'image/png': (view) => ({ width: view.getUint32(16), height: view.getUint32(20) }),
  'image/gif': (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }),
  'image/jpeg': jpegSize,
  'image/webp': webpSize,
  'image/avif': avifSize,
  // One byte each, for the first icon of the file; 0 means 256.
  'image/x-icon': (view) => ({ width: view.getUint8(6) || 256, height: view.getUint8(7) || 256 }),
};

/** @see https://www.w3.org/Graphics/JPEG/itu-t81.pdf, B.2.2: a frame header (SOF) has the size. */
function jpegSize(view: DataView): ImageSize | null {
  let offset = 2;
  for (;;) {
    if (view.getUint8(offset) !== 0xff) return null;
    const marker = view.getUint8(offset + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(offset + 7), height: view.getUint16(offset + 5) };
    // A marker may be padded with any number of 0xff.
    offset += marker === 0xff ? 1 : 2 + view.getUint16(offset + 2);
  }
}

/** @see https://developers.google.com/speed/webp/docs/riff_container */
function webpSize(view: DataView): ImageSize | null {
  switch (view.getUint32(12)) {
    case 0x56503820: // 'VP8 '
      return {
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
      };
    case 0x5650384c: {
      const bits = view.getUint32(21, true); // 'VP8L'
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 0x56503858: // 'VP8X'
      return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 };
    default:
      return null;
  }
}

function uint24(view: DataView, offset: number): number {
  return view.getUint16(offset, true) | (view.getUint8(offset + 2) << 16);
}

const AVIF_HEADER_BYTES = 8192;

/**
 * Returns the size in the largest `ispe` box. Others belong to the thumbnail, the tiles and the
 * alpha channel.
 */
function avifSize(view: DataView): ImageSize | null {
  let largest: ImageSize | null = null;
  const end = Math.min(view.byteLength, AVIF_HEADER_BYTES) - 16;
  for (let offset = 0; offset <= end; offset += 1) {
    if (view.getUint32(offset) !== 0x69737065) continue; // 'ispe'
    const size = { width: view.getUint32(offset + 8), height: view.getUint32(offset + 12) };
    if (largest === null || size.width * size.height > largest.width * largest.height) {
      largest = size;
    }
  }
  return largest;
}
