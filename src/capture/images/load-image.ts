import { readBytes } from '../../domain/read-bytes';
import { isWebAddress } from '../../domain/web-address';
import type { LoadedImage, SettledDropReason } from '../capture';
import { type ImageSize, readImageSize, sniffImageType } from './image-bytes';
import type { ImageTools } from './image-tools';
import { type ImageLimits, mostPixelsOf } from './limits';

/** The context in which images are loaded. */
export interface ImageReader {
  readonly tools: ImageTools;
  readonly limits: ImageLimits;
  /** The origin of the page. Cookies are sent to this origin only. */
  readonly pageOrigin: string;
}

/**
 * Loads one image with the rights of the page: from its own origin with cookies, from other origins
 * if they allow it (CORS), and from `data:` and `blob:` addresses. If that fails, it uses the
 * decoded image of the page where that may be read. Never rejects: a failed image is returned as
 * dropped with the reason.
 */
export async function loadImage(
  url: string,
  reader: ImageReader,
  signal: AbortSignal,
): Promise<LoadedImage> {
  const fetched = await fetchImage(url, reader, signal);
  const isReadable =
    fetched.kind === 'loaded' || !['not-readable', 'failed'].includes(fetched.reason);
  if (isReadable || signal.aborted) return fetched;
  const shown = reader.tools.findShown(url);
  if (shown === null) return fetched;
  return shrunk(url, shown, reader).catch(() => fetched);
}

async function fetchImage(
  url: string,
  { tools, limits, pageOrigin }: ImageReader,
  signal: AbortSignal,
): Promise<LoadedImage> {
  const drop = (reason: SettledDropReason): LoadedImage => ({ kind: 'dropped', url, reason });
  if (!/^(?:https?|data|blob):/.test(url)) return drop('not-readable');
  const isOwn = !isWebAddress(url) || new URL(url).origin === pageOrigin;
  let response: Response;
  try {
    response = await tools.fetch(url, {
      signal,
      // Images that the page displays are in the cache.
      cache: 'force-cache',
      mode: 'cors',
      credentials: isOwn ? 'same-origin' : 'omit',
      referrerPolicy: 'strict-origin-when-cross-origin',
    });
  } catch {
    // A page can't distinguish a site that refuses access from a network failure.
    return drop(isOwn || signal.aborted ? 'failed' : 'not-readable');
  }
  if (!response.ok) return drop('failed');
  try {
    const read = await readBytes(response, limits.maxImageBytes);
    return read.ok
      ? await checkAndShrink(url, read.value, { tools, limits, pageOrigin })
      : drop(read.error);
  } catch {
    return drop('failed'); // The connection failed or the time limit was reached.
  }
}

async function checkAndShrink(
  url: string,
  bytes: Uint8Array<ArrayBuffer>,
  reader: ImageReader,
): Promise<LoadedImage> {
  const { limits } = reader;
  const drop = (reason: SettledDropReason): LoadedImage => ({ kind: 'dropped', url, reason });
  const mimeType = sniffImageType(bytes);
  if (mimeType === null) return drop('not-an-image');
  if (mimeType === 'image/svg+xml') {
    const { sanitiseSvg } = await import('./svg-image');
    const svg = sanitiseSvg(new TextDecoder().decode(bytes));
    if (svg === null) return drop('not-an-image');
    const { text, width, height } = svg;
    return { kind: 'loaded', url, bytes: new TextEncoder().encode(text), mimeType, width, height };
  }
  const size = readImageSize(bytes, mimeType);
  if (size === null) return drop('not-an-image');
  if (size.width * size.height > mostPixelsOf(bytes.length, limits)) return drop('too-large');
  if (fits(size, limits.maxSide)) return { kind: 'loaded', url, bytes, mimeType, ...size };
  return shrunk(url, new Blob([bytes], { type: mimeType }), reader).catch(() => drop('failed'));
}

function fits({ width, height }: ImageSize, maxSide: number): boolean {
  return width <= maxSide && height <= maxSide;
}

async function shrunk(
  url: string,
  picture: Blob | HTMLImageElement,
  { tools, limits }: ImageReader,
): Promise<LoadedImage> {
  const { blob, width, height } = await tools.shrink(picture, limits.maxSide);
  // In Firefox the buffer of a blob belongs to the page and may not be accessed, so the blob is
  // read as a stream.
  const read = await readBytes(new Response(blob), limits.maxImageBytes);
  return read.ok
    ? { kind: 'loaded', url, bytes: read.value, mimeType: blob.type, width, height }
    : { kind: 'dropped', url, reason: read.error };
}
