import { addressOfFile } from '../../../domain/added-file';
import { sha256 } from '../../../domain/hash';
import { isPdf, MAX_ORIGINAL_BYTES, PDF_TYPE } from '../../../domain/original-file';
import { err, ok, type Result } from '../../../domain/result';
import { isZip } from '../decode-text';
import { openImportZip } from '../import-zip';
import type { ImportedFile, ImportFailure, ImportOptions, ImportStep } from '../imported';
import { MAX_ARTICLES_BYTES, MAX_ARTICLES_FILE_BYTES } from '../limits';
import { skipped } from '../make-row';
import { readRow } from '../read-row';
import type { Source } from '../source';

const PDF_NAME = /\.pdf$/i;
/** Files that macOS adds to a zip. */
const HIDDEN_NAME = /(?:^|\/)(?:__MACOSX\/|\.)/;

/** True for a zip in which a person has packed documents. */
export const hasPdfNames = (names: readonly string[]): boolean => names.some(isDocumentName);

const isDocumentName = (name: string): boolean => PDF_NAME.test(name) && !HIDDEN_NAME.test(name);

/** Documents from a disk: one PDF, or a zip of some. Each gets an address by its content. */
export const pdfFiles: Source = {
  isNewestFirst: false,
  async read(file, options) {
    if (!(await isZip(file))) {
      if (file.size > MAX_ORIGINAL_BYTES) return err({ kind: 'too-large' });
      const bytes = await readBytesOf(file);
      if (!bytes.ok) return bytes;
      if (!isPdf(bytes.value)) return err({ kind: 'other-format' });
      return ok(rowsOf([{ name: nameOfDocument(file), read: async () => bytes }], options));
    }
    const limits = { maxSize: MAX_ARTICLES_FILE_BYTES, maxInflated: MAX_ARTICLES_BYTES };
    const opened = await openImportZip(file, limits);
    if (!opened.ok) return opened;
    const { names, readBytes } = opened.value;
    const documents = names.filter(isDocumentName);
    if (documents.length === 0) return err({ kind: 'other-format' });
    const documentOf = (name: string): Document => ({
      name: name.slice(name.lastIndexOf('/') + 1),
      read: () => readBytes(name, MAX_ORIGINAL_BYTES),
    });
    return ok(rowsOf(documents.map(documentOf), options));
  },
};

const nameOfDocument = (file: Blob): string =>
  'name' in file && typeof file.name === 'string' && file.name !== '' ? file.name : 'document.pdf';

type ReadFile = Result<Uint8Array<ArrayBuffer>, ImportFailure>;

async function readBytesOf(file: Blob): Promise<ReadFile> {
  try {
    return ok(new Uint8Array(await file.arrayBuffer()));
  } catch {
    return err({ kind: 'unreadable' }); // The file or its disk is no longer available.
  }
}

interface Document {
  readonly name: string;
  readonly read: () => Promise<ReadFile>;
}

async function* rowsOf(
  documents: readonly Document[],
  options: ImportOptions,
): AsyncGenerator<ImportStep> {
  for (const [at, { name, read }] of documents.entries()) {
    const row = at + 1;
    const found = await read();
    // The others would fail, too.
    if (!found.ok && found.error.kind === 'unreadable')
      return yield { kind: 'failed', failure: found.error };
    if (!found.ok || !isPdf(found.value)) {
      const isTooLarge = !found.ok && found.error.kind === 'too-large';
      yield skipped(row, isTooLarge ? 'too-large' : 'broken', name);
      continue;
    }
    const bytes = found.value;
    const title = name.replace(PDF_NAME, '');
    const step = readRow({ url: addressOfFile(await sha256(bytes), name), title }, row, options);
    const file: ImportedFile = { type: PDF_TYPE, bytes };
    yield step.kind === 'entry' ? { ...step, entry: { ...step.entry, file } } : step;
  }
}
