import type { ImageSize } from './image-bytes';
import { type SvgImage, sanitiseSvg } from './svg-image';

/**
 * The browser features needed to load images. They are passed in, so that tests can replace them.
 */
export interface ImageTools {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Rejects when the picture can't be decoded or read. */
  readonly shrink: (picture: Blob | HTMLImageElement, maxSide: number) => Promise<ShrunkImage>;
  /** null where there is no DOM (in a worker); SVG images are then dropped. */
  readonly sanitiseSvg: ((text: string) => SvgImage | null) | null;
  /** Returns the element that displays the image now and has decoded it, or null. */
  readonly findShown: (url: string) => HTMLImageElement | null;
}

/** Returns the tools for the page of `document`. */
export function pageImageTools(document: Document): ImageTools {
  return {
    // A wrapper, because `fetch` must be called on its global object.
    fetch: (url, init) => fetch(url, init),
    shrink: shrinkImage,
    sanitiseSvg,
    findShown: (url) =>
      [...document.images].find(
        (image) => (image.currentSrc === url || image.src === url) && image.naturalWidth > 0,
      ) ?? null,
  };
}

export interface ShrunkImage extends ImageSize {
  readonly blob: Blob;
}

const QUALITY = 0.85;

/**
 * Scales a picture down so that no side is longer than `maxSide` px. Photographs stay JPEG; all
 * others become WebP, which supports transparency (or PNG where the browser can't write WebP).
 * Throws the browser's error when it can't decode the picture or may not read it (a tainted one).
 */
export async function shrinkImage(
  picture: Blob | HTMLImageElement,
  maxSide: number,
): Promise<ShrunkImage> {
  const bitmap = await createImageBitmap(picture);
  try {
    const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height));
    const width = Math.max(1, Math.round(bitmap.width * scale));
    const height = Math.max(1, Math.round(bitmap.height * scale));
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('No 2D context: the browser is out of memory');
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, width, height);
    const isPhotograph = picture instanceof Blob && picture.type === 'image/jpeg';
    const type = isPhotograph ? 'image/jpeg' : 'image/webp';
    return { blob: await canvas.convertToBlob({ type, quality: QUALITY }), width, height };
  } finally {
    bitmap.close();
  }
}
