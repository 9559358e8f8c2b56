// The background imports this file. `image-tools.ts` imports DOMPurify, which needs a DOM.
import type { ImageSize } from './image-bytes';

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
