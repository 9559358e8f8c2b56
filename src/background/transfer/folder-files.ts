import type { SendProblem } from '../../domain/sending';
import type { FolderEntry, FolderWrite, SendFolder } from '../../transfer';

/** A folder with the methods for permissions, which only Chromium has. TypeScript lacks them. */
interface ChosenFolder extends FileSystemDirectoryHandle {
  queryPermission?(mode: { readonly mode: 'readwrite' }): Promise<PermissionState>;
}

/** A person who writes this much has another program for it. */
const MAX_SENT_FILE_BYTES = 10_000_000;

/** Reads and writes the files of a folder on the disk that a person has chosen. */
export function folderFiles(folder: ChosenFolder): SendFolder {
  const problem = async (): Promise<SendProblem | null> => {
    const answer = (await folder.queryPermission?.({ mode: 'readwrite' })) ?? 'granted';
    if (answer !== 'granted') return 'not-allowed';
    return (await isThere(folder)) ? null : 'gone';
  };
  /** An error of a file may be that of the folder. */
  const failed = async (
    error: unknown,
  ): Promise<Extract<FolderEntry, { readonly kind: 'problem' | 'stop' }>> => {
    if (nameOf(error) === 'QuotaExceededError') return { kind: 'stop', problem: 'full' };
    const stop = await problem();
    return stop === null
      ? { kind: 'problem', problem: 'not-written' }
      : { kind: 'stop', problem: stop };
  };
  return {
    problem,
    isBlind: false,
    async read(name): Promise<FolderEntry> {
      try {
        const handle = await folder.getFileHandle(name);
        const file = await handle.getFile();
        if (file.size > MAX_SENT_FILE_BYTES) return { kind: 'problem', problem: 'too-large' };
        const text = textOf(await file.arrayBuffer());
        if (text === null) return { kind: 'problem', problem: 'not-text' };
        return { kind: 'file', text, version: versionOf(file) };
      } catch (error) {
        if (nameOf(error) === 'TypeMismatchError') return { kind: 'taken' };
        if (nameOf(error) !== 'NotFoundError') return failed(error);
        const stop = await problem();
        return stop === null ? { kind: 'none' } : { kind: 'stop', problem: stop };
      }
    },
    async write(name, text, version): Promise<FolderWrite> {
      try {
        const handle = await folder.getFileHandle(name, { create: true });
        const isAsRead = async () => {
          const file = await handle.getFile();
          return version === null ? file.size === 0 : versionOf(file) === version;
        };
        // The file itself changes when the stream is closed.
        const stream = await handle.createWritable();
        try {
          await stream.write(text);
          if (!(await isAsRead())) {
            await stream.abort();
            return { kind: 'changed' };
          }
          await stream.close();
        } catch (error) {
          await stream.abort().catch(() => {});
          throw error;
        }
        return { kind: 'written', name };
      } catch (error) {
        return failed(error);
      }
    },
  };
}

/** Returns null for bytes that are no UTF-8. A byte order mark stays. */
function textOf(bytes: ArrayBuffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

const versionOf = ({ size, lastModified }: File): string => `${size}-${lastModified}`;

const nameOf = (error: unknown): string => (error instanceof DOMException ? error.name : '');

async function isThere(folder: FileSystemDirectoryHandle): Promise<boolean> {
  try {
    // A handle exists without its folder, but nothing can be listed.
    await folder.keys().next();
    return true;
  } catch {
    return false;
  }
}
