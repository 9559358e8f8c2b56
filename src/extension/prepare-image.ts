import type { PreparedImage } from './fetch-image';

/** Longest side that is kept, in px. */
const MAX_SIDE_PX = 2000;

/** Decodes an image and makes it smaller where it is larger than we keep; null when it is none. */
export async function prepareImage(blob: Blob): Promise<PreparedImage | null> {
  const bitmap = await createImageBitmap(blob).catch(() => null);
  if (bitmap === null) return null;
  try {
    const { width, height } = bitmap;
    const scale = Math.min(1, MAX_SIDE_PX / Math.max(width, height));
    if (scale === 1) {
      return { bytes: await bytesOf(blob), mimeType: blob.type, width, height };
    }
    return await draw(bitmap, Math.round(width * scale), Math.round(height * scale));
  } finally {
    bitmap.close();
  }
}

async function draw(bitmap: ImageBitmap, width: number, height: number): Promise<PreparedImage> {
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, width, height);
  // A browser that does not write WebP gives PNG, and says so in the type.
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.85 });
  return { bytes: await bytesOf(blob), mimeType: blob.type, width, height };
}

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
