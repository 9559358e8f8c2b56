import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pdfAsHtml } from '../../../src/capture/pdf/pdf-html';
import { type PdfError, readPdf } from '../../../src/capture/pdf/read-pdf';
import { err, ok, type Result } from '../../../src/domain/result';
import { fileTitleOf } from '../../../src/domain/web-address';
import { pageKind } from './content-type';
import type { PageSource } from './page-tasks';

/** Programs look for the mark in so many bytes at the start (ISO 32000-1, implementation note 13). */
const MARKED_BYTES = 1024;

/** Tells whether a page is a PDF. Sites send pages of HTML with its type, such as a request to sign in. */
export const isPdf = ({ bytes, contentType }: Pick<PageSource, 'bytes' | 'contentType'>): boolean =>
  pageKind(contentType) === 'pdf' &&
  Buffer.from(bytes.subarray(0, MARKED_BYTES)).toString('latin1').includes('%PDF-');

/** Makes a page of HTML of a PDF. The library takes 0.6 s to load, so only a PDF loads it. */
export async function pdfAsPage(source: PageSource): Promise<Result<PageSource, PdfError>> {
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const folder = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')));
  const maps = `${join(folder, 'cmaps')}/`;
  const read = await readPdf(pdfjs, source.bytes, maps, () => performance.now());
  if (!read.ok) return err(read.error);
  const html = pdfAsHtml(read.value, fileTitleOf(source.url));
  // Without the address that was asked for, because a PDF is no request to sign in.
  return ok({
    url: source.url,
    bytes: new TextEncoder().encode(html),
    contentType: 'text/html; charset=utf-8',
    findsMain: false,
    isCut: source.isCut === true,
  });
}
