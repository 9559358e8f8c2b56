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

/** A file that a worker writes synchronously. TypeScript's library of pages lacks it. */
interface SyncAccess {
  truncate(size: number): void;
  write(bytes: Uint8Array, options: { readonly at: number }): number;
  flush(): void;
  close(): void;
}

interface Writable extends FileSystemFileHandle {
  createSyncAccessHandle(): Promise<SyncAccess>;
}

/**
 * Writes a file anew. Runs in a worker, the only place where Safari before 26 can write files.
 *
 * @throws a `DOMException`, such as `QuotaExceededError`
 */
export async function writeFile(
  handle: FileSystemFileHandle,
  chunks: AsyncIterable<Uint8Array>,
): Promise<void> {
  const file = await (handle as Writable).createSyncAccessHandle();
  try {
    file.truncate(0);
    let at = 0;
    for await (const chunk of chunks) {
      const written = file.write(chunk, { at });
      if (written < chunk.length) throw new DOMException('no room', 'QuotaExceededError');
      at += written;
    }
    file.flush();
  } finally {
    file.close();
  }
}
