import type { AccountKey } from '../../library';
import { privateFolder, writeFile } from './private-files';

// The files of imports that are not finished, in the origin private file system.

const IMPORT_FOLDER = 'import';

const nameOfImportFile = (account: AccountKey, job: number): string =>
  `${job}-${encodeURIComponent(account ?? '')}`;

const importFolder = async (): Promise<FileSystemDirectoryHandle> =>
  (await privateFolder()).getDirectoryHandle(IMPORT_FOLDER, { create: true });

/**
 * Keeps a file until the import ends, so that it can be continued after the browser was closed. Runs in
 * the worker.
 */
export async function keepImport(account: AccountKey, job: number, file: Blob): Promise<void> {
  const handle = await (await importFolder()).getFileHandle(nameOfImportFile(account, job), {
    create: true,
  });
  await writeFile(handle, filePiecesOf(file));
}

/** In bytes. */
const IMPORT_PIECE_BYTES = 1_000_000;

/** Reads a file in pieces. Safari cannot iterate over its stream. */
async function* filePiecesOf(file: Blob): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += IMPORT_PIECE_BYTES) {
    yield new Uint8Array(await file.slice(at, at + IMPORT_PIECE_BYTES).arrayBuffer());
  }
}

/** Returns the kept file; null if there is none. */
export async function readImport(account: AccountKey, job: number): Promise<File | null> {
  try {
    const handle = await (await importFolder()).getFileHandle(nameOfImportFile(account, job));
    return await handle.getFile();
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

export async function removeImport(account: AccountKey, job: number): Promise<void> {
  try {
    await (await importFolder()).removeEntry(nameOfImportFile(account, job));
  } catch (error) {
    // There is no file, or a worker that was stopped still holds it.
    if (!(error instanceof DOMException)) throw error;
  }
}

/** True if the browser keeps no file of that name, or no files at all. */
const isAbsent = (error: unknown): boolean =>
  error instanceof DOMException && /^Not[FS]/.test(error.name);

/** Removes the files of an account whose library is removed. */
export async function removeImportsOf(account: AccountKey): Promise<void> {
  const own = await importFolder().catch((error) => {
    if (!isAbsent(error)) throw error;
    return null;
  });
  if (own === null) return;
  const suffix = nameOfImportFile(account, 0).slice(1);
  for await (const name of own.keys()) {
    // The first hyphen is that after the number.
    if (name.slice(name.indexOf('-')) === suffix) await own.removeEntry(name);
  }
}
