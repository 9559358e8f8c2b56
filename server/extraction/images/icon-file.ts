import { sniffImageType } from '../../../src/capture';

const HEADER_BYTES = 6;
const ENTRY_BYTES = 16;
const MAX_ENTRIES = 50;

/**
 * The largest picture of an icon file, when it is a PNG as most are today; null when it is in the
 * older form, which only browsers read. @see https://learn.microsoft.com/previous-versions/ms997538
 */
export function pngInIcon(bytes: Uint8Array): Uint8Array | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < HEADER_BYTES) return null;
  const count = Math.min(view.getUint16(4, true), MAX_ENTRIES);
  if (bytes.byteLength < HEADER_BYTES + count * ENTRY_BYTES) return null;
  let largest: Uint8Array | null = null;
  let side = 0;
  for (let index = 0; index < count; index += 1) {
    const entry = HEADER_BYTES + index * ENTRY_BYTES;
    // One byte, 0 for 256.
    const width = view.getUint8(entry) || 256;
    const offset = view.getUint32(entry + 12, true);
    const picture = bytes.subarray(offset, offset + view.getUint32(entry + 8, true));
    if (width <= side || sniffImageType(picture) !== 'image/png') continue;
    side = width;
    largest = picture;
  }
  return largest;
}
