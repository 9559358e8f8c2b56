import { ReaderPool } from '../../../server/extraction';

// Reads a page that takes minutes: `reader-parent PROGRAM`. It prints a line when the reading has
// begun, and waits to be killed.

const [program = ''] = process.argv.slice(2);
const pool = new ReaderPool(program, { size: 1, timeoutMs: 6000 });
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
setImmediate(() => process.stdout.write('reading\n'));
await slow;
