import type { Sharp, default as SharpModule } from 'sharp';
import { type Lane, TaskQueue } from '../../processes/task-queue';
import { type CheckedImage, MAX_DECODED_PIXELS } from './check-image';

/** An image in the form in which it is stored and sent. */
export interface StoredImage {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

let loading: Promise<typeof SharpModule> | undefined;

/** Loads sharp with the first image, because it takes 30 MB of memory. */
function loadSharp(): Promise<typeof SharpModule> {
  loading ??= beginSharp();
  return loading;
}

async function beginSharp(): Promise<typeof SharpModule> {
  const { default: sharp } = await import('sharp');
  // The same image is hardly ever decoded twice, so a cache is of no use. Jobs run in parallel
  // already, so one image needs no threads of its own.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/** Wider images of an article are scaled down (protocol.md section 14). In pixels. */
const MAX_EMBEDDED_WIDTH = 1536;
const DECODE_TIMEOUT_SECONDS = 10;
const LOSSY_QUALITY = 82;
/** Wider previews belong to photo bookmarks and keep all colours. In pixels. */
const MAX_PALETTE_WIDTH = 800;

/** Formats that every client can show, so that they are not converted. */
const UNCONVERTED: ReadonlySet<string> = new Set(['image/gif', 'image/jpeg', 'image/png']);

/**
 * Prepares an image of an article. Scales wide images down. GIF, JPEG, PNG, SVG and icons keep their
 * format; other images become PNG if they are transparent and otherwise JPEG.
 * @throws BrokenImage
 */
export async function embedded(image: CheckedImage, turn: DecodingTurn): Promise<StoredImage> {
  const { bytes, type: contentType, width, height } = image;
  const isFinal = contentType === 'image/svg+xml' || contentType === 'image/x-icon';
  const isSmall = UNCONVERTED.has(contentType) && width <= MAX_EMBEDDED_WIDTH;
  return isFinal || isSmall
    ? { bytes, contentType, width, height }
    : fitted(image, { width: MAX_EMBEDDED_WIDTH }, turn);
}

/** The bytes can't be decoded, or decoding takes too long. */
export class BrokenImage extends Error {
  override readonly name = 'BrokenImage';
}

/** Whose image is decoded, and until when decoding may begin. */
export interface DecodingTurn {
  /** Users take turns. */
  readonly user: string;
  /** Interactive if a person waits, before jobs. */
  readonly lane: Lane;
  readonly signal?: AbortSignal;
}

/** In pixels. */
interface Box {
  readonly width: number;
  readonly height?: number;
}

/**
 * Scales an image down to fit into a box. The result is PNG if the image is transparent, and otherwise
 * JPEG. An animation becomes its first picture.
 * @throws BrokenImage, or the reason of `turn.signal`
 */
export const fitted = (
  { bytes }: Pick<CheckedImage, 'bytes'>,
  box: Box,
  turn: DecodingTurn,
): Promise<StoredImage> => encoded(bytes, box, formatBySight, turn);

/**
 * Scales an image down to a preview. PNG and WebP keep their format and transparency; an opaque PNG
 * gets a palette of 256 colours, unless it is smaller with all of them. Other formats are converted as by `fitted`.
 * @throws BrokenImage, or the reason of `turn.signal`
 */
export const preview = (
  image: CheckedImage,
  box: Box,
  turn: DecodingTurn,
  isDrawn = false,
): Promise<StoredImage> =>
  encoded(image.bytes, box, () => previewFormat(image, box, isDrawn), turn);

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

/**
 * Images that are decoded at the same time. Each takes memory for all of its pixels, and one of the four
 * threads that also compress answers, hash passwords and write files.
 */
const decoding = new TaskQueue({ size: 2, reserved: 0 });

type ChooseFormat = (bytes: Uint8Array) => Format | Promise<Format>;

async function encoded(
  bytes: Uint8Array,
  box: Box,
  chooseFormat: ChooseFormat,
  { user, lane, signal }: DecodingTurn,
): Promise<StoredImage> {
  // A missing library is an error of the server, not of the image.
  await loadSharp();
  try {
    const fit = () => fitInside(bytes, box, chooseFormat);
    return await decoding.run(user, lane, fit, signal);
  } catch (cause) {
    signal?.throwIfAborted();
    // sharp has no error classes. All of its errors are about the image.
    throw new BrokenImage('The image cannot be decoded', { cause });
  }
}

async function fitInside(
  bytes: Uint8Array,
  box: Box,
  chooseFormat: ChooseFormat,
): Promise<StoredImage> {
  const sharp = await loadSharp();
  const picture = sharp(bytes, { limitInputPixels: MAX_DECODED_PIXELS, failOn: 'error' })
    .timeout({ seconds: DECODE_TIMEOUT_SECONDS })
    // Applies the orientation of the EXIF data. The rest of it is dropped, such as the location.
    .autoOrient()
    .resize({ ...box, fit: 'inside', withoutEnlargement: true });
  const [encode, ...others] = ENCODERS[await chooseFormat(bytes)];
  let smallest = await encode(picture.clone()).toBuffer({ resolveWithObject: true });
  for (const other of others) {
    const written = await other(picture.clone()).toBuffer({ resolveWithObject: true });
    if (written.data.length < smallest.data.length) smallest = written;
  }
  const { width, height, format } = smallest.info;
  return { bytes: smallest.data, contentType: `image/${format}`, width, height };
}

type Encoder = (picture: Sharp) => Sharp;

/** Filters make photos and smooth drawings smaller, and others larger. */
const filteredPng: Encoder = (picture) => picture.png({ adaptiveFiltering: true });

/** The ways to write a format. The smallest result is kept. */
const ENCODERS: Readonly<Record<Format, readonly [Encoder, ...Encoder[]]>> = {
  jpeg: [(picture) => picture.jpeg({ quality: LOSSY_QUALITY, progressive: true })],
  png: [(picture) => picture.png({ compressionLevel: 9 }), filteredPng],
  'png-palette': [
    // 256 colours make a photo three to six times smaller. More effort takes ten times as long for 10% less.
    // Less dithering makes files smaller, but bands appear in skies below this.
    (picture) => picture.png({ compressionLevel: 9, palette: true, effort: 1, dither: 0.4 }),
    filteredPng,
  ],
  webp: [(picture) => picture.webp({ quality: LOSSY_QUALITY })],
};

const formatBySight = async (bytes: Uint8Array): Promise<Format> =>
  (await isOpaque(bytes)) ? 'jpeg' : 'png';

async function isOpaque(bytes: Uint8Array): Promise<boolean> {
  const sharp = await loadSharp();
  const source = () =>
    sharp(bytes, { limitInputPixels: MAX_DECODED_PIXELS }).timeout({
      seconds: DECODE_TIMEOUT_SECONDS,
    });
  if (!(await source().metadata()).hasAlpha) return true;
  return (await source().stats()).isOpaque;
}
