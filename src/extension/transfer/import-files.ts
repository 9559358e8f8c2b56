import type { AccountKey } from '../../library';

// The files of imports that are not finished, in the origin private file system.

const IMPORT_FOLDER = 'import';

const nameOf = (account: AccountKey, job: number): string =>
  `${job}-${encodeURIComponent(account ?? '')}`;

const folder = async (): Promise<FileSystemDirectoryHandle> =>
  (await navigator.storage.getDirectory()).getDirectoryHandle(IMPORT_FOLDER, { create: true });

/** Keeps a file until the import ends, so that it can be continued after the browser was closed. */
export async function keepImport(account: AccountKey, job: number, file: Blob): Promise<void> {
  const handle = await (await folder()).getFileHandle(nameOf(account, job), { create: true });
  const writable = await handle.createWritable();
  await file.stream().pipeTo(writable);
}

/** Returns the kept file; null if there is none. */
export const readImport = (account: AccountKey, job: number): Promise<File | null> =>
  readFile(nameOf(account, job));

async function readFile(name: string): Promise<File | null> {
  try {
    return await (await (await folder()).getFileHandle(name)).getFile();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return null;
    throw error;
  }
}

export const removeImport = (account: AccountKey, job: number): Promise<void> =>
  removeFile(nameOf(account, job));

async function removeFile(name: string): Promise<void> {
  try {
    await (await folder()).removeEntry(name);
  } catch (error) {
    // There is none, or a worker that was stopped still holds it.
    if (!(error instanceof DOMException)) throw error;
  }
}

/** Removes the files of an account whose library is removed. */
export async function removeImportsOf(account: AccountKey): Promise<void> {
  const own = await folder();
  const suffix = nameOf(account, 0).slice(1);
  for await (const name of own.keys()) {
    // The first hyphen is that after the number.
    if (name.slice(name.indexOf('-')) === suffix) await own.removeEntry(name);
  }
}
/** The file that a page gives to the background, which sends it to a server. */
const UPLOAD = 'upload';

export async function putUpload(file: Blob): Promise<void> {
  const handle = await (await folder()).getFileHandle(UPLOAD, { create: true });
  const writable = await handle.createWritable();
  await file.stream().pipeTo(writable);
}

/** Returns the file of `putUpload`; null if there is none. */
export const readUpload = (): Promise<File | null> => readFile(UPLOAD);

export const removeUpload = (): Promise<void> => removeFile(UPLOAD);
