import { ProcessPool } from '../../../server/processes/process-pool';
import { TASKS, type Tasks } from '../../../server/tasks';
import { readFileIn } from '../../../server/transfer/import/import-apart';
import { unixMs } from '../../../src/domain/time';

// Has a process that waits for it and one that works for minutes: `task-parent PROGRAM`. It prints a line
// when both have begun, and waits to be killed.

const [program = ''] = process.argv.slice(2);
const pool = new ProcessPool<Tasks>(program, TASKS, { size: 1, timeoutMs: 6000 });
const file = {
  source: 'text',
  bytes: async () => Buffer.from('https://example.org/'),
  hasLabelsFromFolders: false,
  now: unixMs(Date.now()),
} as const;
await new Promise<void>((begun) => {
  void readFileIn(pool, 'ada', file, () => {
    begun();
    return new Promise(() => undefined);
  });
});
const read = (html: string) =>
  pool.run('page', {
    url: 'https://a.org/',
    bytes: Buffer.from(html),
    contentType: 'text/html',
    findsMain: true,
  });
await read('<p>Hello');
// The reader is idle, so it starts with this page at once.
const slow = read(`${'<b>'.repeat(20_000)}Hello`);
// The page has been sent by then.
setImmediate(() => process.stdout.write('begun\n'));
await slow;
