import { readFile } from '../../../server/importing/reading/read-file';
import type { ImportReader } from '../../../server/importing/threads/import-reader';

/** Reads files in this very thread: what it makes of them is the same, and nothing is to be built. */
export const directImportReader: ImportReader = {
  read: async ({ bytes, ...file }, take) => readFile({ ...file, bytes: await bytes() }, take),
  close: async () => undefined,
};
