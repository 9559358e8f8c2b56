import type { ImportReader } from '../../../server/transfer/import/import-reader';
import { type EntryPart, readAccount, readFile } from '../../../server/transfer/import/read-file';
import { ok } from '../../../src/domain/result';

/**
 * Reads files in the process of the test, with the same results. No program has to be built for it.
 */
export const directImportReader: ImportReader = {
  read: async ({ bytes, ...options }, take) =>
    // The memory is not shared, which the type does not say.
    readFile({ ...options, file: new Blob([(await bytes()) as Uint8Array<ArrayBuffer>]) }, take),
  async *readAccount(account, fetch) {
    const parts: EntryPart[] = [];
    const read = await readAccount(account, fetch, async (part) => void parts.push(part));
    yield* parts.map(ok);
    if (!read.ok) yield read;
  },
  close: async () => undefined,
};
