import {
  IMAGE_LIMITS,
  type ImageType,
  mostPixelsOf,
  readImageSize,
  sniffImageType,
} from '../../../src/capture';
import type { ImageDropReason } from '../../../src/domain/article';
import { err, ok, type Result } from '../../../src/domain/result';
import type { SharedReader } from '../page-reader';

/** An image whose type and size were read from its bytes, and that is small enough to decode. */
export interface CheckedImage {
  readonly type: ImageType;
  readonly bytes: Uint8Array;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** The pixels to compute when it is decoded: more than it has for a drawing with filters. */
  readonly cost: number;
}

/** A decoded image takes four bytes per pixel, so this takes 200 MB. Good cameras make such images. */
export const MAX_DECODED_PIXELS = 50_000_000;

/** Each filter of a drawing computes all pixels several times. */
const FILTER_COST = 100;
const SVG_FILTERS = /<fe[A-Z]/g;

/**
 * Identifies an image by its bytes, not by its declared type. Reads its size without decoding it, so
 * that a decompression bomb does no harm. Sanitises SVG images. Returns the largest PNG of an icon
 * file.
 */
export async function checkImage(
  bytes: Uint8Array,
  reader: SharedReader,
  signal?: AbortSignal,
): Promise<Result<CheckedImage, ImageDropReason>> {
  const type = sniffImageType(bytes);
  if (type === null) return err('not-an-image');
  if (type === 'image/svg+xml') {
    const clean = await reader.run('svg', new TextDecoder().decode(bytes), signal);
    if (!clean.ok || clean.value === null) return err('not-an-image');
    const { text, width, height } = clean.value;
    const cost = width * height * (1 + FILTER_COST * (text.match(SVG_FILTERS)?.length ?? 0));
    return ok({ type, bytes: new TextEncoder().encode(text), width, height, cost });
  }
  const png = type === 'image/x-icon' ? pngInIcon(bytes) : null;
  if (png !== null) return checkImage(png, reader, signal);
  const size = readImageSize(bytes, type);
  if (size === null) return err('not-an-image');
  const cost = size.width * size.height;
  const most = mostPixelsOf(bytes.length, { ...IMAGE_LIMITS, maxPixels: MAX_DECODED_PIXELS });
  return cost > most ? err('too-large') : ok({ type, bytes, ...size, cost });
}

const HEADER_BYTES = 6;
const ENTRY_BYTES = 16;
const MAX_ENTRIES = 50;

/**
 * Returns the largest PNG in an icon file; null when its pictures are bitmaps, which only browsers
 * can decode.
 * @see https://learn.microsoft.com/previous-versions/ms997538
 */
function pngInIcon(bytes: Uint8Array): Uint8Array | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < HEADER_BYTES) return null;
  const count = Math.min(view.getUint16(4, true), MAX_ENTRIES);
  if (bytes.byteLength < HEADER_BYTES + count * ENTRY_BYTES) return null;
  let largest: Uint8Array | null = null;
  let side = 0;
  for (let index = 0; index < count; index += 1) {
    const entry = HEADER_BYTES + index * ENTRY_BYTES;
    // The width is one byte, in which 0 means 256.
    const width = view.getUint8(entry) || 256;
    const offset = view.getUint32(entry + 12, true);
    const picture = bytes.subarray(offset, offset + view.getUint32(entry + 8, true));
    if (width <= side || sniffImageType(picture) !== 'image/png') continue;
    side = width;
    largest = picture;
  }
  return largest;
}
