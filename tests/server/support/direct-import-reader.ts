import type { ImportReader } from '../../../server/transfer/import/import-reader';
import { type EntryPart, readAccount, readFile } from '../../../server/transfer/import/read-file';
import { ok } from '../../../src/domain';

/** Reads files in this very process: what it makes of them is the same, and nothing is to be built. */
export const directImportReader: ImportReader = {
  read: async ({ bytes, ...told }, take) =>
    // Memory that nobody shares, which the type can't tell.
    readFile({ ...told, file: new Blob([(await bytes()) as Uint8Array<ArrayBuffer>]) }, take),
  async *readAccount(account, fetch) {
    const parts: EntryPart[] = [];
    const read = await readAccount(account, fetch, async (part) => void parts.push(part));
    yield* parts.map(ok);
    if (!read.ok) yield read;
  },
  close: async () => undefined,
};
