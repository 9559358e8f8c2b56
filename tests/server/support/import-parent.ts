import { ImportProcesses } from '../../../server/transfer/import/import-processes';
import { unixMs } from '../../../src/domain/time';

// Reads an import and waits to be killed after its first part: `import-parent PROGRAM`. It prints a
// line when it has the part.

const [program = ''] = process.argv.slice(2);
const file = {
  source: 'text',
  bytes: async () => Buffer.from('https://example.org/'),
  hasLabelsFromFolders: false,
  now: unixMs(Date.now()),
} as const;
await new ImportProcesses(program).read(file, async () => {
  process.stdout.write('halted\n');
  await new Promise(() => setInterval(() => undefined, 1000));
});
