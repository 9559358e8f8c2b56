import { BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';

/** Returns an export of Pocket from its table of bookmarks and its highlights. */
export async function pocketZip(
  table: string,
  pages: readonly object[],
  otherNames: readonly string[] = [],
): Promise<Blob> {
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
  await writer.add('part_000000.csv', new TextReader(table));
  await writer.add('annotations/part_000000.json', new TextReader(JSON.stringify(pages)));
  for (const name of otherNames) await writer.add(name, new TextReader('x'));
  return writer.close();
}
