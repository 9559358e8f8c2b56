import { ReaderPool } from '../../../server/extraction';

// A process that has a page read which takes minutes: `reader-parent PROGRAM`. It says so when its
// reader is at it, and waits to be killed.

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
// The reader is there and has nothing to do: it begins with what it is sent before all else.
const slow = read(`${'<b>'.repeat(20_000)}Hello`);
// By then it has been sent.
setImmediate(() => process.stdout.write('reading\n'));
await slow;
