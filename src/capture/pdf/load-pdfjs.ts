import type * as PdfJs from 'pdfjs-dist';

/**
 * Returns the address of the folder with pdf.js, from that of a page or of a worker's script. The scripts of the web
 * app are in a folder beside it.
 */
export const pdfjsFolder = (location: string): string =>
  new URL('pdfjs/', location.replace(/app\/[\w-]+\.js$/, '')).href;

/** Loads pdf.js from its folder. It is loaded only where a PDF is read. */
export async function loadPdfjs(folder: string): Promise<typeof PdfJs> {
  const pdfjs: typeof PdfJs = await import(/* @vite-ignore */ `${folder}pdf.min.mjs`);
  pdfjs.GlobalWorkerOptions.workerSrc = pdfWorkerIn(folder);
  return pdfjs;
}

/** The script of the worker in which pdf.js reads and decodes. */
export const pdfWorkerIn = (folder: string): string => `${folder}pdf.worker.min.mjs`;

/** The encodings of Chinese, Japanese and Korean fonts. */
export const mapsIn = (folder: string): string => `${folder}cmaps/`;
