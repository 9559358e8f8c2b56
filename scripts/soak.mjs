// `npm run soak [-- NAME] [--times N]`: runs the randomised tests often enough to trust them. The
// tests of both tiers run them only a few times.
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { run, say } from './set-up/process.mjs';
import { ensurePrograms } from './set-up/programs.mjs';
import { testFiles } from './test/test-files.mjs';
import { runVitest } from './test/vitest.mjs';

/**
 * `processes` share the number of runs, each with its own seed. `inBrowsers` needs browsers on a
 * virtual display and the extension built from these sources.
 *
 * @typedef {{ variable: string, count: number }} Processes
 * @typedef {{ files: () => readonly string[], variable: string, times: string, processes?:
 * Processes, inBrowsers?: boolean }} Soak
 */

const FUZZ = ['fuzz', 'fuzz-forms', 'fuzz-pages'].map((name) =>
  join('tests', 'server', 'contract', `${name}.test.ts`),
);

const SYNC = join('tests', 'sync', 'model.test.ts');

/** @type {Readonly<Record<string, Soak>>} */
const SOAKS = {
  // Kills a server, and the storage alone, during writes.
  kill: {
    files: () => ['tests/server/commands/kill.test.ts', 'tests/server/storage/kill.test.ts'],
    variable: 'LEAFMARK_KILLS',
    times: '200',
  },
  // Sends random requests: the number is per route; each page gets a quarter of it, and as many
  // pages are sent in parts.
  fuzz: {
    files: () => FUZZ,
    variable: 'LEAFMARK_FUZZ',
    times: '1000',
  },
  // Sends the largest valid requests to each route: one in N, so 1 means all.
  bodies: {
    files: () =>
      [
        'contract/worst-bodies',
        'contract/worst-articles',
        'contract/worst-searches',
        'transfer/export-large',
      ].map((name) => join('tests', 'server', `${name}.test.ts`)),
    variable: 'LEAFMARK_BODIES',
    times: '1',
  },
  // Opens 95 connections at once to each route, with its largest and its worst requests and a library of
  // N bookmarks, and prints for how much of the server's time another client waits.
  fair: {
    files: () => ['tests/server/contract/fair.test.ts'],
    variable: 'LEAFMARK_FAIR',
    times: '30000',
  },
  // Runs random histories of three devices and a server, of ten kinds, with a bad network and killed workers:
  // 3.75 N in all.
  sync: {
    files: () => [SYNC],
    variable: 'LEAFMARK_SYNC_HISTORIES',
    times: '2700',
    processes: { variable: 'LEAFMARK_SYNC_SEED', count: 2 },
  },
  // Reads a file of N bookmarks of each program; more than 250,000 are refused. In a browser it reads
  // files of 100 MB as well.
  imports: {
    files: () => ['tests/formats/imports/bad-input.test.ts', 'tests/e2e/screen/import.test.ts'],
    variable: 'LEAFMARK_IMPORT_ROWS',
    times: '250001',
    inBrowsers: true,
  },
  // Writes a bundle of N bookmarks with 70 kB of images for each, and reads it back.
  zip64: {
    files: () => ['tests/formats/large-bundle.test.ts'],
    variable: 'LEAFMARK_ZIP64',
    times: '66000',
  },
  // Receives N highlights of a tenth as many bookmarks, with broken connections.
  highlights: {
    files: () => ['tests/sync/many-highlights.test.ts'],
    variable: 'LEAFMARK_HIGHLIGHTS',
    times: '100000',
  },
  // Renames, merges and deletes N labels of as many bookmarks.
  labels: {
    files: () => ['tests/library/labels/many-labels.test.ts'],
    variable: 'LEAFMARK_LABELS',
    times: '100000',
  },
  // Converts articles with N elements in one parent, for each kind of parent.
  markdown: {
    files: () => ['tests/formats/markdown.test.ts'],
    variable: 'LEAFMARK_MARKDOWN',
    times: '130000',
  },
  // Interrupts the first sync of a library of that size five times, and runs two profiles of one
  // account.
  'first-sync': {
    files: () => [
      'tests/e2e/screen/sync-first.test.ts',
      'tests/e2e/screen/sync-two-profiles.test.ts',
    ],
    variable: 'LEAFMARK_FIRST_SYNC',
    times: '10000',
    inBrowsers: true,
  },
  // Saves a page with N images in Firefox.
  images: {
    files: () => ['tests/e2e/screen/hostile.test.ts'],
    variable: 'LEAFMARK_IMAGES',
    times: '10000',
    inBrowsers: true,
  },
  // Gets the articles of N imported pages of a tenth as many hosts.
  articles: {
    files: () => ['tests/e2e/screen/get-many-articles.test.ts'],
    variable: 'LEAFMARK_ARTICLES',
    times: '5000',
    inBrowsers: true,
  },
  // Runs every other property with one seed after another, for N seconds.
  properties: {
    files: () =>
      testFiles((text) => text.includes("from 'fast-check'")).filter(
        (file) => ![...FUZZ, SYNC].includes(file),
      ),
    variable: 'LEAFMARK_PROPERTY_SECONDS',
    times: '30',
  },
};

/** @returns {Promise<boolean>} true if the browsers and the extension are available */
async function makeReadyForBrowsers() {
  const wanted = { browsers: /** @type {const} */ (['chromium', 'firefox']), needsDisplay: true };
  if (!(await ensurePrograms(wanted))) return false;
  const { code, output } = await run('npm', ['run', 'build'], {
    quiet: true,
    shell: process.platform === 'win32',
  });
  if (code !== 0) say(output);
  return code === 0;
}

/**
 * Returns the environment of each process: the number of runs and the seed.
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
 * @returns {Promise<number>} the number of failed tests
 */
async function runSoak(name, soak, times) {
  if (soak.inBrowsers && !(await makeReadyForBrowsers())) return 1;
  const startedAt = performance.now();
  const environments = environmentsOf(soak, times);
  const totals = await Promise.all(
    environments.map((env, at) =>
      runVitest(soak.files(), {
        name: `-${name}-${at}`,
        // With it, properties use new seeds.
        env: { ...env, LEAFMARK_SOAK: '1' },
      }),
    ),
  );
  const sum = (/** @type {'passed' | 'failed'} */ of) =>
    totals.reduce((total, one) => total + one[of], 0);
  for (const [at, env] of environments.entries()) {
    const settings = Object.entries(env).map(([variable, value]) => `${variable}=${value}`);
    say(`${name}: ${settings.join(' ')}: ${totals[at]?.failed ? 'failed' : 'passed'}`);
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  say(`${name}: ${sum('passed')} passed, ${sum('failed')} failed in ${seconds} s`);
  return sum('failed');
}

const NAMES = Object.keys(SOAKS);
const USAGE = `npm run soak -- [${NAMES.join('|')}] [--times N]`;

/** Parses the arguments. Prints the usage and exits if they are wrong. */
function wishes() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { times: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    });
    const { times, help } = values;
    if (help) {
      say(USAGE);
      process.exit(0);
    }
    const unknown = positionals.find((name) => !NAMES.includes(name));
    if (unknown !== undefined) throw new Error(`There is no soak test "${unknown}".`);
    if (times !== undefined && !/^[1-9]\d*$/.test(times))
      throw new Error(`--times takes a whole number, not "${times}".`);
    return { names: positionals.length > 0 ? positionals : NAMES, times };
  } catch (error) {
    say(`${error instanceof Error ? error.message : error}\n${USAGE}`);
    process.exit(2);
  }
}

const { names, times } = wishes();
for (const name of names) {
  const soak = SOAKS[name];
  if (soak && (await runSoak(name, soak, times ?? soak.times)) > 0) process.exitCode = 1;
}
