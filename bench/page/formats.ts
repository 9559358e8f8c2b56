// Times exports and restoring in the extension's own worker.
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { readExport, removeExport } from '../../src/background/transfer/export-files';
import {
  type TransferRequest,
  transferInWorker,
} from '../../src/background/transfer/transfer-in-worker';
import { unixMs } from '../../src/domain/time';
import { openZip } from '../../src/formats/files/open-zip';
import { NO_IMPORT_CHOICES, removeLibrary } from '../../src/library';
import type { ExportFormat } from '../../src/transfer';
import { elapsed } from '../figure';
import { value, withDatabase } from './library';

/** Runs a request as the pages of the extension do, and returns its ms and the last message. */
async function timed(request: TransferRequest) {
  const began = performance.now();
  const options = { signal: new AbortController().signal, onProgress: () => {} };
  const ended = await transferInWorker(() => new Worker('/transfer-worker.js'), request, options);
  return { ms: performance.now() - began, ended };
}

/** The ms of an export of the whole library, and the bytes of its file. */
export async function exportAll(format: ExportFormat) {
  await removeExport('export');
  const markdown = { highlights: 'marks', layout: 'properties' } as const;
  const choice = { format, ids: null, title: null, settings: {}, markdown };
  const { ms, ended } = await timed({ kind: 'export', into: 'export', account: null, choice });
  if (ended?.kind !== 'written') throw new Error(JSON.stringify(ended));
  return { ms, bytes: (await readExport('export', ended.name, ended.type)).size };
}

/** Returns the file of the last export. */
async function lastExport(): Promise<File> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle('export');
  for await (const handle of folder.values()) {
    if (handle instanceof FileSystemFileHandle) return handle.getFile();
  }
  throw new Error('There is no export');
}

/** The ms that fflate takes to zip the files in the last export, which was a zip. */
export async function zipWithFflate(): Promise<number> {
  const limits = { maxEntries: 4_000_000, maxDirectoryBytes: 1_000_000_000 };
  const opened = value(await openZip(await lastExport(), limits));
  let [ms, bytes] = [0, 0];
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error;
    bytes += chunk.length;
  });
  for (const name of opened.names) {
    const content = value(await opened.read(name, Number.MAX_SAFE_INTEGER));
    ms += await elapsed(() => {
      const file = name.endsWith('.png') ? new ZipPassThrough(name) : new ZipDeflate(name);
      zip.add(file);
      file.push(content, true);
    });
  }
  ms += await elapsed(() => zip.end());
  if (bytes === 0) throw new Error('Nothing was written');
  return ms;
}

/** Deletes the library, and returns the ms until the last export is restored. */
export async function restoreLast(): Promise<number> {
  // As after the browser was reinstalled.
  const file = await lastExport();
  await removeLibrary(null);
  const job = { fileName: 'a.zip', format: 'bundle', choices: NO_IMPORT_CHOICES, total: 0 };
  const begin = { kind: 'begin', file, job: { ...job, startedAt: unixMs(1) } } as const;
  const begun = await timed({ ...begin, account: null });
  const worked = await timed({ kind: 'work', account: null });
  const restored = await withDatabase((db) => db.jobs.get(1));
  if (restored?.state !== 'finished') throw new Error(JSON.stringify(worked.ended));
  return begun.ms + worked.ms;
}
