// `npm run soak [-- NAME] [--times N]`: the tests that chance decides, as often as it takes to trust
// them. Each is a test of `npm test`, which does the same a few times.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { say } from './set-up/process.mjs';
import { runVitest } from './test/vitest.mjs';

/** @typedef {{ files: readonly string[], variable: string, times: string }} Soak */

/** @type {Readonly<Record<string, Soak>>} */
const SOAKS = {
  // A server, and the storage alone, killed while they are written to.
  kill: {
    files: ['tests/server/kill.test.ts', 'tests/storage/kill.test.ts'],
    variable: 'LEAFMARK_KILLS',
    times: '200',
  },
  // Whatever may be sent: so many requests to each route, a quarter of it to each page for people,
  // and as many pages in parts.
  fuzz: {
    files: ['fuzz', 'fuzz-forms', 'fuzz-pages'].map(
      (name) => `tests/server/contract/${name}.test.ts`,
    ),
    variable: 'LEAFMARK_FUZZ',
    times: '1000',
  },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string' } },
});

for (const name of positionals.length > 0 ? positionals : Object.keys(SOAKS)) {
  const soak = SOAKS[name];
  if (soak === undefined) {
    say(`No soak is called "${name}"; there are: ${Object.keys(SOAKS).join(', ')}.`);
    process.exitCode = 2;
    break;
  }
  process.env[soak.variable] = values.times ?? soak.times;
  const { passed, failed } = await runVitest(['--project', 'server', ...soak.files]);
  say(`${name}: ${passed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}
