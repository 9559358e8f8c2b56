import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const PACKAGE = join(import.meta.dirname, '../node_modules/pdfjs-dist');

/** The files as they are published. The builds for older browsers run in all that we support. */
const FILES: Readonly<Record<string, string>> = {
  'pdf.min.mjs': 'legacy/build/pdf.min.mjs',
  'pdf.worker.min.mjs': 'legacy/build/pdf.worker.min.mjs',
  'pdf_viewer.mjs': 'legacy/web/pdf_viewer.mjs',
  'pdf_viewer.css': 'legacy/web/pdf_viewer.css',
  'images/loading-icon.gif': 'legacy/web/images/loading-icon.gif',
  LICENSE: 'LICENSE',
};
/** Encodings and fonts for documents that do not have theirs, and decoders of images. */
const FOLDERS = { cmaps: /./, standard_fonts: /./, wasm: /fallback\.js$|^LICENSE/ };

/** Returns the files of pdf.js that the program has in a folder of its own, by their paths there. */
export async function pdfjsFiles(): Promise<ReadonlyMap<string, string>> {
  const files = new Map(
    Object.entries(FILES).map(([path, file]) => [path, join(PACKAGE, file)] as const),
  );
  for (const [folder, wanted] of Object.entries(FOLDERS)) {
    for (const name of await readdir(join(PACKAGE, folder)))
      if (wanted.test(name)) files.set(`${folder}/${name}`, join(PACKAGE, folder, name));
  }
  return files;
}

/** Puts the files into a folder of a build. */
export const pdfjsIn = (folder: string): Plugin => ({
  name: 'pdfjs-files',
  apply: 'build',
  async buildStart() {
    for (const [path, file] of await pdfjsFiles())
      this.emitFile({ type: 'asset', fileName: `${folder}/${path}`, source: await readFile(file) });
  },
});
