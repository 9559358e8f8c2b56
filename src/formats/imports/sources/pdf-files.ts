import { addressOfFile } from '../../../domain/added-file';
import { sha256 } from '../../../domain/hash';
import { isPdf, MAX_ORIGINAL_BYTES, PDF_MARK_BYTES, PDF_TYPE } from '../../../domain/original-file';
import { err, ok } from '../../../domain/result';
import { isZip } from '../decode-text';
import { openImportZip } from '../import-zip';
import type { ImportedFile, ImportOptions, ImportStep } from '../imported';
import { MAX_ARTICLES_BYTES, MAX_ARTICLES_FILE_BYTES } from '../limits';
import { skipped } from '../make-row';
import { readRow } from '../read-row';
import type { Source } from '../source';

const PDF_NAME = /\.pdf$/i;
/** Files that macOS adds to a zip. */
const HIDDEN_NAME = /(?:^|\/)(?:__MACOSX\/|\.)/;

/** True for a zip in which a person has packed documents. */
export const hasPdfNames = (names: readonly string[]): boolean =>
  names.some((name) => PDF_NAME.test(name) && !HIDDEN_NAME.test(name));

/** Documents from a disk: one PDF, or a zip of some. Each gets an address by its content. */
export const pdfFiles: Source = {
  isNewestFirst: false,
  async read(file, options) {
    if (!(await isZip(file))) {
      if (file.size > MAX_ORIGINAL_BYTES) return err({ kind: 'too-large' });
      const start = await readBytesOf(file.slice(0, PDF_MARK_BYTES));
      if (start === null) return err({ kind: 'unreadable' });
      if (!isPdf(start)) return err({ kind: 'other-format' });
      const bytes = () => readBytesOf(file);
      return ok(rowsOf([{ name: nameOfDocument(file), read: bytes }], options));
    }
    const limits = { maxSize: MAX_ARTICLES_FILE_BYTES, maxInflated: MAX_ARTICLES_BYTES };
    const opened = await openImportZip(file, limits);
    if (!opened.ok) return opened;
    const { names, readBytes } = opened.value;
    const documents = names.filter((name) => PDF_NAME.test(name) && !HIDDEN_NAME.test(name));
    if (documents.length === 0) return err({ kind: 'other-format' });
    return ok(
      rowsOf(
        documents.map((name) => ({
          name: name.slice(name.lastIndexOf('/') + 1),
          async read() {
            const bytes = await readBytes(name, MAX_ORIGINAL_BYTES);
            return bytes.ok ? bytes.value : null;
          },
        })),
        options,
      ),
    );
  },
};

const nameOfDocument = (file: Blob): string =>
  'name' in file && typeof file.name === 'string' && file.name !== '' ? file.name : 'document.pdf';

/** Returns null for a file that is no longer available. */
async function readBytesOf(file: Blob): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    return null;
  }
}

interface Document {
  readonly name: string;
  /** Returns null for one that cannot be read, or is too large. */
  readonly read: () => Promise<Uint8Array<ArrayBuffer> | null>;
}

async function* rowsOf(
  documents: readonly Document[],
  options: ImportOptions,
): AsyncGenerator<ImportStep> {
  for (const [at, { name, read }] of documents.entries()) {
    const row = at + 1;
    const bytes = await read();
    if (bytes === null || !isPdf(bytes)) {
      yield skipped(row, bytes === null ? 'too-large' : 'broken', name);
      continue;
    }
    const title = name.replace(PDF_NAME, '');
    const step = readRow({ url: addressOfFile(await sha256(bytes), name), title }, row, options);
    const file: ImportedFile = { type: PDF_TYPE, bytes };
    yield step.kind === 'entry' ? { ...step, entry: { ...step.entry, file } } : step;
  }
}
