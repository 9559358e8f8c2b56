import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder and its missing parents. Returns null, or a sentence that says why it cannot be
 * created.
 */
export async function createFolder(folder: string): Promise<string | null> {
  try {
    await create(folder);
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `The folder ${folder} cannot be created: ${reason}`;
  }
}

/**
 * Creates one folder after the other. Node's own `recursive` never ends in a file system such as
 * /proc, which answers that the existing parent of a new folder is missing.
 */
async function create(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) await create(parent);
  await mkdir(folder).catch(async (error) => {
    // Another process may have created it.
    if (!(await isFolder(folder))) throw error;
  });
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
