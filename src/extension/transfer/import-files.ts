import type { AccountKey } from '../../library';
import { neededFolder, privateFolder } from './private-files';

// The files of imports that are not finished, in the origin private file system.

const IMPORT_FOLDER = 'import';

const nameOf = (account: AccountKey, job: number): string =>
  `${job}-${encodeURIComponent(account ?? '')}`;

const importsIn = (root: FileSystemDirectoryHandle): Promise<FileSystemDirectoryHandle> =>
  root.getDirectoryHandle(IMPORT_FOLDER, { create: true });

/** Keeps a file until the import ends, so that it can be continued after the browser was closed. */
export async function keepImport(account: AccountKey, job: number, file: Blob): Promise<void> {
  const folder = await importsIn(await neededFolder());
  const handle = await folder.getFileHandle(nameOf(account, job), { create: true });
  const writable = await handle.createWritable();
  await file.stream().pipeTo(writable);
}

/** Returns the kept file; null if there is none. */
export async function readImport(account: AccountKey, job: number): Promise<File | null> {
  const root = await privateFolder();
  if (root === null) return null;
  try {
    const handle = await (await importsIn(root)).getFileHandle(nameOf(account, job));
    return await handle.getFile();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return null;
    throw error;
  }
}

export async function removeImport(account: AccountKey, job: number): Promise<void> {
  const root = await privateFolder();
  if (root === null) return;
  try {
    await (await importsIn(root)).removeEntry(nameOf(account, job));
  } catch (error) {
    // There is no file, or a worker that was stopped still holds it.
    if (!(error instanceof DOMException)) throw error;
  }
}

/** Removes the files of an account whose library is removed. */
export async function removeImportsOf(account: AccountKey): Promise<void> {
  const root = await privateFolder();
  if (root === null) return;
  const own = await importsIn(root);
  const suffix = nameOf(account, 0).slice(1);
  for await (const name of own.keys()) {
    // The first hyphen is that after the number.
    if (name.slice(name.indexOf('-')) === suffix) await own.removeEntry(name);
  }
}
