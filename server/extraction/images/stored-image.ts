import type { Sharp, default as SharpModule } from 'sharp';
import { type CheckedImage, MAX_PIXELS } from './check-image';

/** An image as it is kept and sent. */
export interface StoredImage {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

let loading: Promise<typeof SharpModule> | undefined;

/** sharp, loaded with the first image: it takes 30 MB, and most starts of a server need none. */
function loadSharp(): Promise<typeof SharpModule> {
  loading ??= beginSharp();
  return loading;
}

async function beginSharp(): Promise<typeof SharpModule> {
  const { default: sharp } = await import('sharp');
  // Images of different pages, hardly ever the same one: what libvips would keep is of no use. Jobs
  // run side by side already.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/** Wider images of an article are made smaller (protocol.md section 14). */
const MAX_EMBEDDED_WIDTH = 1536;
const DECODE_TIMEOUT_SECONDS = 10;
const LOSSY_QUALITY = 82;
/** Pixels. Wider previews are the picture itself, of a bookmark of a photo, and keep all colours. */
const MAX_PALETTE_WIDTH = 800;

/** What every client shows, and stays as it is. */
const KEPT_AS_IS: ReadonlySet<string> = new Set(['image/gif', 'image/jpeg', 'image/png']);

/**
 * An image of an article as it is kept: GIF, JPEG, PNG and drawings as they are, others as JPEG or,
 * when one sees through them, PNG; wide ones made smaller.
 * @throws BrokenImage
 */
export async function embedded(image: CheckedImage): Promise<StoredImage> {
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
export const fitted = (
  { bytes }: Pick<CheckedImage, 'bytes'>,
  box: Box,
  isDrawn = false,
): Promise<StoredImage> => encoded(bytes, box, isDrawn ? () => 'png' : formatBySight);

/**
 * A preview of the image inside a box, never enlarged. PNG and WebP keep their format and their
 * transparency; an opaque PNG gets a palette of 256 colours. Other formats are as `fitted` makes them.
 * @throws BrokenImage
 */
export const preview = (image: CheckedImage, box: Box, isDrawn = false): Promise<StoredImage> =>
  encoded(image.bytes, box, () => previewFormat(image, box, isDrawn));

async function previewFormat(
  { bytes, type }: CheckedImage,
  { width }: Box,
  isDrawn: boolean,
): Promise<Format> {
  if (type === 'image/webp') return 'webp';
  if (type !== 'image/png') return isDrawn ? 'png' : formatBySight(bytes);
  return width <= MAX_PALETTE_WIDTH && (await isOpaque(bytes)) ? 'png-palette' : 'png';
}

type Format = 'jpeg' | 'png' | 'png-palette' | 'webp';

type ChooseFormat = (bytes: Uint8Array) => Format | Promise<Format>;

async function encoded(
  bytes: Uint8Array,
  box: Box,
  chooseFormat: ChooseFormat,
): Promise<StoredImage> {
  // Outside of what is caught: that it is not there is a fault of ours.
  await loadSharp();
  try {
    return await fitInside(bytes, box, chooseFormat);
  } catch (cause) {
    // sharp has no errors of its own: all that it throws is about the image.
    throw new BrokenImage('The image can not be decoded', { cause });
  }
}

async function fitInside(
  bytes: Uint8Array,
  box: Box,
  chooseFormat: ChooseFormat,
): Promise<StoredImage> {
  const sharp = await loadSharp();
  const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .timeout({ seconds: DECODE_TIMEOUT_SECONDS })
    // As its EXIF says that it is to be held; what else that says (places) is left out.
    .autoOrient()
    .resize({ ...box, fit: 'inside', withoutEnlargement: true });
  const written = ENCODERS[await chooseFormat(bytes)](picture);
  const { data, info } = await written.toBuffer({ resolveWithObject: true });
  const { width, height, format } = info;
  return { bytes: data, contentType: `image/${format}`, width, height };
}

const ENCODERS: Readonly<Record<Format, (picture: Sharp) => Sharp>> = {
  jpeg: (picture) => picture.jpeg({ quality: LOSSY_QUALITY, progressive: true }),
  png: (picture) => picture.png({ compressionLevel: 9 }),
  // 256 colours make a photo seven times smaller. More effort takes ten times as long for 10% less.
  'png-palette': (picture) => picture.png({ compressionLevel: 9, palette: true, effort: 1 }),
  webp: (picture) => picture.webp({ quality: LOSSY_QUALITY }),
};

const formatBySight = async (bytes: Uint8Array): Promise<Format> =>
  (await isOpaque(bytes)) ? 'jpeg' : 'png';

async function isOpaque(bytes: Uint8Array): Promise<boolean> {
  const sharp = await loadSharp();
  const source = () =>
    sharp(bytes, { limitInputPixels: MAX_PIXELS }).timeout({ seconds: DECODE_TIMEOUT_SECONDS });
  if (!(await source().metadata()).hasAlpha) return true;
  return (await source().stats()).isOpaque;
}
