// `npm run soak [-- NAME] [--times N]`: the tests that chance decides, as often as it takes to trust
// them. Each is a test of `npm test`, which does the same a few times.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { ROOT, run, say } from './set-up/process.mjs';
import { ensurePrograms } from './set-up/programs.mjs';
import { runVitest } from './test/vitest.mjs';

/**
 * `processes` share the times between them, each from a seed of its own. `inBrowsers`: with the
 * extension as it is built of these sources, in browsers on a screen in memory.
 *
 * @typedef {{ variable: string, count: number }} Processes
 * @typedef {{ files: () => readonly string[], variable: string, times: string, processes?: Processes, inBrowsers?: boolean }} Soak
 */

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
  // The worst requests to each route: one in so many, so 1 is all of them, as large as they may be.
  bodies: {
    files: () =>
      ['worst-bodies', 'worst-articles'].map((name) =>
        join('tests', 'server', 'contract', `${name}.test.ts`),
      ),
    variable: 'LEAFMARK_BODIES',
    times: '1',
  },
  // Three devices and a server in so many histories, with a bad network and workers that die.
  sync: {
    files: () => [SYNC],
    variable: 'LEAFMARK_SYNC_HISTORIES',
    times: '10000',
    processes: { variable: 'LEAFMARK_SYNC_SEED', count: 2 },
  },
  // The first sync of a library of that size, interrupted five times; and two profiles of one account.
  'first-sync': {
    files: () => ['tests/e2e/sync-first.test.ts', 'tests/e2e/sync-two-profiles.test.ts'],
    variable: 'LEAFMARK_FIRST_SYNC',
    times: '10000',
    inBrowsers: true,
  },
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

/** @returns {Promise<boolean>} whether the browsers and the extension are there */
async function makeReadyForBrowsers() {
  const wanted = { browsers: /** @type {const} */ (['chromium', 'firefox']), needsScreen: true };
  if (!(await ensurePrograms(wanted))) return false;
  const { code, output } = await run('npm', ['run', 'build'], {
    quiet: true,
    shell: process.platform === 'win32',
  });
  if (code !== 0) say(output);
  return code === 0;
}

/**
 * What each process is told: how many times, and from which seed.
 *
 * @param {Soak} soak
 * @param {string} times
 * @returns {Record<string, string>[]}
 */
function environmentsOf({ variable, processes }, times) {
  if (processes === undefined) return [{ [variable]: times }];
  const { variable: seed, count } = processes;
  const first = Number(process.env[seed] ?? Date.now());
  const share = Math.ceil(Number(times) / count);
  return Array.from({ length: count }, (_, at) => ({
    [variable]: String(share),
    [seed]: String(first + at),
  }));
}

/**
 * @param {string} name
 * @param {Soak} soak
 * @param {string} times
 * @returns {Promise<number>} how many tests failed
 */
async function runSoak(name, soak, times) {
  if (soak.inBrowsers && !(await makeReadyForBrowsers())) return 1;
  const startedAt = performance.now();
  const environments = environmentsOf(soak, times);
  const totals = await Promise.all(
    environments.map((env, at) => runVitest(soak.files(), { name: `-${name}-${at}`, env })),
  );
  const sum = (/** @type {'passed' | 'failed'} */ of) =>
    totals.reduce((total, one) => total + one[of], 0);
  for (const [at, env] of environments.entries()) {
    const told = Object.entries(env).map(([variable, value]) => `${variable}=${value}`);
    say(`${name}: ${told.join(' ')}: ${totals[at]?.failed ? 'failed' : 'passed'}`);
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  say(`${name}: ${sum('passed')} passed, ${sum('failed')} failed in ${seconds} s`);
  return sum('failed');
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
  if ((await runSoak(name, soak, values.times ?? soak.times)) > 0) process.exitCode = 1;
}
