/**
 * Returns the folder of the origin private file system. A private window of Firefox and a page without HTTPS
 * have none.
 * @throws a `DOMException` of which `problemOfError` makes a message
 */
export async function privateFolder(): Promise<FileSystemDirectoryHandle> {
  try {
    return await navigator.storage.getDirectory();
  } catch {
    throw new DOMException('no private files', 'NotSupportedError');
  }
}
