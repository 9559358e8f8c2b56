// The file of the last export, in the origin private file system.

const EXPORT_FOLDER = 'export';

/** Returns the file that the worker has written. */
export async function readExport(name: string, type: string): Promise<File> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(EXPORT_FOLDER);
  const file = await (await folder.getFileHandle(name)).getFile();
  // The stored file has no type.
  return new File([file], name, { type });
}

/** Removes the file of an earlier export. Nobody knows when a browser has copied a download. */
export async function removeExport(): Promise<void> {
  const root = await navigator.storage.getDirectory();
  try {
    await root.removeEntry(EXPORT_FOLDER, { recursive: true });
  } catch (error) {
    // There is none, or the worker that was stopped still holds it; the next export removes it.
    if (!(error instanceof DOMException)) throw error;
  }
}

/** In bytes. Each write is a round trip to another process. */
const PIECE = 1_000_000;

/** Writes the file of an export. Runs in the worker. */
export async function writeExport(name: string, body: AsyncIterable<Uint8Array>): Promise<void> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(EXPORT_FOLDER, { create: true });
  const handle = await folder.getFileHandle(name, { create: true });
  const writable = await handle.createWritable();
  let piece: BlobPart[] = [];
  let length = 0;
  for await (const chunk of body) {
    piece.push(chunk as BlobPart);
    length += chunk.length;
    if (length < PIECE) continue;
    await writable.write(new Blob(piece));
    [piece, length] = [[], 0];
  }
  await writable.write(new Blob(piece));
  await writable.close();
}
