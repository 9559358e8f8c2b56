import { type ImageType, readImageSize, sniffImageType } from '../../../src/capture';
import { err, type ImageDropReason, ok, type Result } from '../../../src/domain';
import type { SharedReader } from '../processes/page-reader';
import { pngInIcon } from './icon-file';

/** An image that is what it says, and can be decoded within bounds. */
export interface SoundImage {
  readonly type: ImageType;
  readonly bytes: Uint8Array;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** Decoded, an image takes four bytes a pixel: what a good camera makes, some 200 MB. */
export const MAX_PIXELS = 50_000_000;

/**
 * The image that `bytes` are, whatever they were called. Its size is read without decoding it, so
 * that a bomb is not lit; a drawing is made harmless.
 */
export async function soundImage(
  bytes: Uint8Array,
  reader: SharedReader,
  signal?: AbortSignal,
): Promise<Result<SoundImage, ImageDropReason>> {
  const type = sniffImageType(bytes);
  if (type === null) return err('not-an-image');
  if (type === 'image/svg+xml') {
    const clean = await reader.run('svg', new TextDecoder().decode(bytes), signal);
    if (!clean.ok || clean.value === null) return err('not-an-image');
    const { text, width, height } = clean.value;
    return ok({ type, bytes: new TextEncoder().encode(text), width, height });
  }
  const png = type === 'image/x-icon' ? pngInIcon(bytes) : null;
  if (png !== null) return soundImage(png, reader, signal);
  const size = readImageSize(bytes, type);
  if (size === null) return err('not-an-image');
  return size.width * size.height > MAX_PIXELS ? err('too-large') : ok({ type, bytes, ...size });
}
