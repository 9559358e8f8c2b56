import {
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipReader,
} from '@zip.js/zip.js/lib/zip-core-native.js';

/** Returns the files of an archive as text, by name. */
export async function filesOf(archive: Uint8Array): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const entry of await new ZipReader(new Uint8ArrayReader(archive)).getEntries()) {
    if (entry.directory) continue;
    const bytes = await entry.getData(new Uint8ArrayWriter());
    files.set(entry.filename, new TextDecoder().decode(bytes));
  }
  return files;
}
