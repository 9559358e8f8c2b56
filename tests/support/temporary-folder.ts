import { existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The file system that Linux keeps in memory. */
const IN_MEMORY = '/dev/shm';
/** Containers often have only 64 MiB there. */
const NEEDED_BYTES = 4 * 1024 ** 3;

const parent = hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir();

/**
 * Makes a folder for a database, the profile of a browser or many files, in memory where there is
 * room. On a disk, each transaction waits several milliseconds until it is written.
 */
export const temporaryFolder = (name: string): string => mkdtempSync(join(parent, `${name}-`));

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > NEEDED_BYTES;
}
