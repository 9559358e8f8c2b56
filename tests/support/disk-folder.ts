import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** A folder, and the faults that a test can make while Leafmark writes. */
export interface DiskFolder {
  readonly path: string;
  permission: PermissionState;
  /** Called before a file that was written takes its place. */
  beforeClose: (name: string) => void;
  /** Thrown by each write; null: none is. */
  writeError: DOMException | null;
  readonly handle: FileSystemDirectoryHandle;
}

const missing = () => new DOMException('no entry', 'NotFoundError');

/** A folder on the disk with the methods of browsers that are used, and their errors. */
export function diskFolder(path: string): DiskFolder {
  const folder: DiskFolder = {
    path,
    permission: 'granted',
    beforeClose: () => {},
    writeError: null,
    handle: null as unknown as FileSystemDirectoryHandle,
  };
  const fileHandle = (name: string) => ({
    async getFile() {
      const file = join(path, name);
      if (!existsSync(file)) throw missing();
      const { size, mtimeMs } = statSync(file);
      return {
        size,
        lastModified: Math.round(mtimeMs),
        arrayBuffer: async () => Uint8Array.from(readFileSync(file)).buffer,
      };
    },
    async createWritable() {
      const swap = join(path, `${name}.crswap`);
      closeSync(openSync(swap, 'w'));
      return {
        async write(text: string) {
          if (folder.writeError) throw folder.writeError;
          writeFileSync(swap, text);
          folder.beforeClose(name);
        },
        abort: async () => rmSync(swap, { force: true }),
        close: async () => renameSync(swap, join(path, name)),
      };
    },
  });
  const handle = {
    queryPermission: async () => folder.permission,
    keys: () => ({
      async next() {
        if (!existsSync(path)) throw missing();
        return { done: readdirSync(path).length === 0 };
      },
    }),
    async getFileHandle(name: string, options?: { readonly create?: boolean }) {
      if (folder.permission !== 'granted') throw new DOMException('', 'NotAllowedError');
      const file = join(path, name);
      if (!existsSync(path)) throw missing();
      if (existsSync(file) && statSync(file).isDirectory()) {
        throw new DOMException('a folder', 'TypeMismatchError');
      }
      if (!existsSync(file)) {
        if (!options?.create) throw missing();
        writeFileSync(file, '');
      }
      return fileHandle(name);
    },
  };
  mkdirSync(path, { recursive: true });
  // Only the used methods.
  return Object.assign(folder, { handle: handle as unknown as FileSystemDirectoryHandle });
}
