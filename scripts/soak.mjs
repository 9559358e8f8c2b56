// `npm run soak [-- NAME] [--times N]`: the tests that chance decides, as often as it takes to trust
// them. Each is a test of `npm test`, which does the same a few times.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { ROOT, say } from './set-up/process.mjs';
import { runVitest } from './test/vitest.mjs';

/** @typedef {{ files: () => readonly string[], variable: string, times: string }} Soak */

const FUZZ = ['fuzz', 'fuzz-forms', 'fuzz-pages'].map((name) =>
  join('tests', 'server', 'contract', `${name}.test.ts`),
);

const SYNC = join('tests', 'sync', 'model.test.ts');

/** @type {Readonly<Record<string, Soak>>} */
const SOAKS = {
  // A server, and the storage alone, killed while they are written to.
  kill: {
    files: () => ['tests/server/kill.test.ts', 'tests/storage/kill.test.ts'],
    variable: 'LEAFMARK_KILLS',
    times: '200',
  },
  // Whatever may be sent: so many requests to each route, a quarter of it to each page for people,
  // and as many pages in parts.
  fuzz: {
    files: () => FUZZ,
    variable: 'LEAFMARK_FUZZ',
    times: '1000',
  },
  // Three devices and a server in so many histories, with a bad network and workers that die.
  sync: { files: () => [SYNC], variable: 'LEAFMARK_SYNC_HISTORIES', times: '10000' },
  // Every other property, from one seed after the other, for so many seconds.
  properties: {
    files: () => testsWith("from 'fast-check'").filter((file) => ![...FUZZ, SYNC].includes(file)),
    variable: 'LEAFMARK_PROPERTY_SECONDS',
    times: '30',
  },
};

/** @param {string} words */
function testsWith(words) {
  return readdirSync(join(ROOT, 'tests'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => join('tests', file))
    .filter((file) => readFileSync(join(ROOT, file), 'utf8').includes(words));
}

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
  const { passed, failed } = await runVitest(soak.files());
  delete process.env[soak.variable];
  say(`${name}: ${passed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}
