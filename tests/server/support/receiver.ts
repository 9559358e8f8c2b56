import { createLog } from '../../../server/ops/log';
import { openStorage, type UserId } from '../../../server/storage';
import { startFileImport } from '../../../server/transfer/import/start-import';
import { unixMs } from '../../../src/domain/time';
import { directProcesses } from './direct-processes';

// Receives an import file of several parts and stops after it has written the first: `receiver
// ADDRESS USER`. It prints the id of the import and waits to be killed.

const [address = '', user = ''] = process.argv.slice(2);
const storage = await openStorage({ database: address });
const { imports } = storage;
const halting: typeof imports = {
  ...imports,
  async putPart(id, part) {
    await imports.putPart(id, part);
    process.stdout.write(`${id}\n`);
    // Keeps the process alive as work would.
    await new Promise(() => setInterval(() => undefined, 1000));
  },
};
const server = {
  storage: { ...storage, imports: halting },
  processes: directProcesses,
  log: createLog('error', () => undefined),
  now: () => unixMs(Date.now()),
};
const urls = Array.from({ length: 5000 }, (_url, at) => `https://example.org/${at}`);
await startFileImport(server, Number(user) as UserId, {
  source: 'text',
  bytes: async () => Buffer.from(urls.join('\n')),
  choices: { label: '', ignoresDuplicates: true, isArchived: false, isRead: false },
  hasLabelsFromFolders: false,
});
