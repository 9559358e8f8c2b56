import { MAX_ORIGINAL_BYTES, PDF_TYPE } from '../../domain/original-file';

/** The name of the file in which documents are imported. */
const PACKED_NAME = 'PDF.zip';

const isDocument = ({ name, type }: File): boolean => type === PDF_TYPE || /\.pdf$/i.test(name);

/**
 * Returns the file to import of those that a person has chosen or dropped. An import reads one file, so PDFs are packed
 * into one, also a single one, because it keeps its name in there. Otherwise the first is taken. Rejects if a file
 * cannot be read.
 */
export async function fileToImport(files: readonly [File, ...File[]]): Promise<File> {
  const documents = files.filter(isDocument);
  const [only] = documents;
  if (only === undefined) return files[0];
  const { writeZip } = await import('../../formats/files/write-zip');
  // A browser may keep the pieces on the disk.
  const pieces: Blob[] = [];
  for await (const piece of writeZip(entriesOf(documents)))
    pieces.push(new Blob([piece as BlobPart]));
  return new File(pieces, documents.length === 1 ? only.name : PACKED_NAME);
}

async function* entriesOf(documents: readonly File[]) {
  for (const [at, file] of documents.entries()) {
    // The report says of a larger one that it is too large, and none of it is kept.
    const part = await file.slice(0, MAX_ORIGINAL_BYTES + 1).arrayBuffer();
    // Each has a folder of its own, because two may have one name.
    const name = `${at + 1}/${file.name.replaceAll(/[\\/]/g, '_')}`;
    yield { name, bytes: new Uint8Array(part), isStored: true };
  }
}
