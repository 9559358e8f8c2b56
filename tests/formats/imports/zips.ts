import {
  BlobWriter,
  TextReader,
  Uint8ArrayReader,
  ZipWriter,
} from '@zip.js/zip.js/lib/zip-core-native.js';

/** Makes a zip with another program than the one that is tested. */
export async function zipOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<Blob> {
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
  for (const [name, content] of Object.entries(files)) {
    const isText = typeof content === 'string';
    await writer.add(name, isText ? new TextReader(content) : new Uint8ArrayReader(content));
  }
  return writer.close();
}
