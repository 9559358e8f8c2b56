import type { ConvertedImage } from '../../formats';

/** In px. Readers have small screens, and a book with larger images takes long to open. */
const MAX_SIDE = 1600;
const QUALITY = 0.85;

/** Converts an image to JPEG, or to PNG if it is transparent. Returns null if it is broken. */
export async function convertImage(
  bytes: Uint8Array,
  type: string,
): Promise<ConvertedImage | null> {
  try {
    const bitmap = await createImageBitmap(new Blob([bytes as BlobPart], { type }));
    const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
    const width = Math.max(1, Math.round(bitmap.width * scale));
    const height = Math.max(1, Math.round(bitmap.height * scale));
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (context === null) return null;
    context.drawImage(bitmap, 0, 0, width, height);
    bitmap.close();
    const isOpaque = context
      .getImageData(0, 0, width, height)
      .data.every((value, at) => at % 4 !== 3 || value === 255);
    const made = isOpaque ? 'image/jpeg' : 'image/png';
    const blob = await canvas.convertToBlob({ type: made, quality: QUALITY });
    return { bytes: new Uint8Array(await blob.arrayBuffer()), type: made };
  } catch (error) {
    // The browser cannot decode it.
    if (error instanceof DOMException) return null;
    throw error;
  }
}
