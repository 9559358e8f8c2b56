/**
 * Returns the folder of the origin private file system; null where the browser offers none, such as in a
 * private window of Firefox or on a page without HTTPS.
 */
export async function privateFolder(): Promise<FileSystemDirectoryHandle | null> {
  try {
    return (await navigator.storage?.getDirectory?.()) ?? null;
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

/**
 * Like `privateFolder`, for files that have to be there.
 * @throws a `DOMException` of which `problemOfError` makes a message, where the browser offers none
 */
export async function neededFolder(): Promise<FileSystemDirectoryHandle> {
  const folder = await privateFolder();
  if (folder === null) throw new DOMException('no private file system', 'NotSupportedError');
  return folder;
}
