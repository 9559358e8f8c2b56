import type { ConvertedImage } from '../../formats';
import { privateFolder, writeFile } from './private-files';

// The files of the last export and of the last backup, in the origin private file system, and the
// images in them.

/** A backup must not remove the file that a person has just exported, and the other way round. */
export type ExportFolder = 'export' | 'backup';

/** Returns the file that the worker has written. */
export async function readExport(into: ExportFolder, name: string, type: string): Promise<File> {
  const folder = await (await privateFolder()).getDirectoryHandle(into);
  const file = await (await folder.getFileHandle(name)).getFile();
  // The stored file has no type.
  return new File([file], name, { type });
}

/** Removes the file of an earlier export. Nobody knows when a browser has copied a download. */
export async function removeExport(from: ExportFolder): Promise<void> {
  try {
    await (await privateFolder()).removeEntry(from, { recursive: true });
  } catch (error) {
    // There is no folder, or the worker that was stopped still holds it; the next export removes it.
    if (!(error instanceof DOMException)) throw error;
  }
}

/** Writes the file of an export. Runs in the worker. */
export async function writeExport(
  into: ExportFolder,
  name: string,
  body: AsyncIterable<Uint8Array>,
): Promise<void> {
  const folder = await (await privateFolder()).getDirectoryHandle(into, { create: true });
  const handle = await folder.getFileHandle(name, { create: true });
  await writeFile(handle, body);
}

/** In px. Readers have small screens, and a book with larger images takes long to open. */
const MAX_EXPORTED_IMAGE_SIDE = 1600;
const QUALITY = 0.85;

/** Converts an image to JPEG, or to PNG if it is transparent. Returns null if it is broken. */
export async function convertImage(
  bytes: Uint8Array,
  type: string,
): Promise<ConvertedImage | null> {
  try {
    const bitmap = await createImageBitmap(new Blob([bytes as BlobPart], { type }));
    const scale = Math.min(1, MAX_EXPORTED_IMAGE_SIDE / Math.max(bitmap.width, bitmap.height));
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
