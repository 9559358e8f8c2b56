import sharp, { type Sharp } from 'sharp';
import { MAX_PIXELS, type SoundImage } from './sound-image';

/** An image as it is kept and sent. */
export interface StoredImage {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

// Images of different pages, hardly ever the same one: what libvips would keep is of no use. Jobs
// run side by side already.
sharp.cache(false);
sharp.concurrency(1);

/** Wider images of an article are made smaller (protocol.md section 14). */
const MAX_EMBEDDED_WIDTH = 1536;
const DECODE_TIMEOUT_SECONDS = 10;
const JPEG_QUALITY = 82;

/** What every client shows, and stays as it is. */
const KEPT_AS_IS: ReadonlySet<string> = new Set(['image/gif', 'image/jpeg', 'image/png']);

/**
 * An image of an article as it is kept: GIF, JPEG, PNG and drawings as they are, others as JPEG or,
 * when one sees through them, PNG; wide ones made smaller.
 * @throws BrokenImage
 */
export async function embedded(image: SoundImage): Promise<StoredImage> {
  const { bytes, type: contentType, width, height } = image;
  const isFinal = contentType === 'image/svg+xml' || contentType === 'image/x-icon';
  const isSmall = KEPT_AS_IS.has(contentType) && width <= MAX_EMBEDDED_WIDTH;
  return isFinal || isSmall
    ? { bytes, contentType, width, height }
    : fitted(image, { width: MAX_EMBEDDED_WIDTH });
}

/** The bytes can't be decoded, or not in time. */
export class BrokenImage extends Error {
  override readonly name = 'BrokenImage';
}

/** In pixels. */
interface Box {
  readonly width: number;
  readonly height?: number;
}

/**
 * The image inside a box, never enlarged: as JPEG or, when one sees through it, PNG; always PNG with
 * `isDrawn`. Of a moving one the first picture.
 * @throws BrokenImage
 */
export async function fitted(
  { bytes }: Pick<SoundImage, 'bytes'>,
  box: Box,
  isDrawn = false,
): Promise<StoredImage> {
  try {
    return await fitInside(bytes, box, isDrawn);
  } catch (cause) {
    // sharp has no errors of its own: all that it throws is about the image.
    throw new BrokenImage('The image can not be decoded', { cause });
  }
}

async function fitInside(bytes: Uint8Array, box: Box, isDrawn: boolean): Promise<StoredImage> {
  const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .timeout({ seconds: DECODE_TIMEOUT_SECONDS })
    // As its EXIF says that it is to be held; what else that says (places) is left out.
    .autoOrient()
    .resize({ ...box, fit: 'inside', withoutEnlargement: true });
  const isPhotograph = !isDrawn && (await isOpaque(bytes));
  const encoded = isPhotograph ? asJpeg(picture) : picture.png();
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  const { width, height, format } = info;
  return { bytes: data, contentType: `image/${format}`, width, height };
}

const asJpeg = (picture: Sharp): Sharp =>
  picture.jpeg({ quality: JPEG_QUALITY, progressive: true });

async function isOpaque(bytes: Uint8Array): Promise<boolean> {
  const source = () =>
    sharp(bytes, { limitInputPixels: MAX_PIXELS }).timeout({ seconds: DECODE_TIMEOUT_SECONDS });
  if (!(await source().metadata()).hasAlpha) return true;
  return (await source().stats()).isOpaque;
}
