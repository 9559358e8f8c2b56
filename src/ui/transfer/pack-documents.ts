/** The name of the file in which documents are imported. */
const PACKED_NAME = 'PDF.zip';

const isDocument = ({ name, type }: File): boolean =>
  type === 'application/pdf' || /\.pdf$/i.test(name);

/**
 * Returns the file to import of those that a person has chosen or dropped. An import reads one file, so PDFs are packed
 * into one, also a single one, because it keeps its name in there. Of other files the first is taken.
 */
export async function fileToImport(files: readonly File[]): Promise<File | null> {
  const documents = files.filter(isDocument);
  if (documents.length === 0) return files[0] ?? null;
  const { writeZip } = await import('../../formats/files/write-zip');
  const packed = await Array.fromAsync(writeZip(entriesOf(documents)));
  const [only] = documents;
  const name = documents.length === 1 && only ? only.name : PACKED_NAME;
  return new File(packed as BlobPart[], name);
}

async function* entriesOf(documents: readonly File[]) {
  for (const [at, file] of documents.entries()) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    // Each has a folder of its own, because two may have one name.
    yield { name: `${at + 1}/${file.name}`, bytes, isStored: true };
  }
}
