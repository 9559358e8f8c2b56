import { loadPdfjs, mapsIn, pdfjsFolder, pdfWorkerIn } from '../../capture/pdf/load-pdfjs';
import { type PdfArticle, pdfArticle } from '../../capture/pdf/pdf-html';
import { readPdf } from '../../capture/pdf/read-pdf';
import { MINUTE_MS } from '../../domain/time';
import type { ImportedFile } from '../../formats';

/** A document that takes longer is kept without text. Reading ends between two pages long before. */
const DOCUMENT_LIMIT_MS = MINUTE_MS;

/** Makes an article of a PDF, in a worker; null if it has no text that can be read. */
export async function readDocument(
  { bytes }: ImportedFile,
  name: string,
): Promise<PdfArticle | null> {
  const folder = pdfjsFolder(self.location.href);
  const pdfjs = await loadPdfjs(folder);
  // A page that never ends is given up with its worker.
  const port = new Worker(pdfWorkerIn(folder), { type: 'module' });
  // The library states no type for it.
  const worker = new pdfjs.PDFWorker({ port: port as unknown as null });
  const ended = new AbortController();
  try {
    const limit = new Promise<null>((resolve) => {
      const timer = setTimeout(() => resolve(null), DOCUMENT_LIMIT_MS);
      ended.signal.addEventListener('abort', () => clearTimeout(timer));
    });
    const reading = readPdf(pdfjs, bytes, mapsIn(folder), () => performance.now(), worker);
    const read = await Promise.race([reading, limit]);
    return read?.ok ? pdfArticle(read.value, name) : null;
  } finally {
    ended.abort();
    worker.destroy();
    port.terminate();
  }
}
