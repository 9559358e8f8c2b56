// `npm run mutants -- src/sync`: puts small faults into folders, one at a time, and prints those that no test finds.
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { mutantsOf } from './mutants/operators.mjs';
import { ROOT, run, say } from './set-up/process.mjs';
import { filesWith, findImporters } from './test/test-files.mjs';

/** A fault that makes a loop endless counts as found. */
const TIMEOUT_MS = 600_000;
/** How many of the tests that import a file have run after each step. The nearest find most faults. */
const STEPS = [4, 12, Infinity];
const USAGE = 'npm run mutants -- FOLDER... [--sample 100] [--seed 1] [--nearest-only]';

/** @typedef {import('./mutants/operators.mjs').Mutant & { path: string, line: number }} Placed */

/** Returns all faults of sources. @param {readonly string[]} paths */
function mutantsIn(paths) {
  return paths.flatMap((path) => {
    const source = readFileSync(join(ROOT, path), 'utf8');
    const lineOf = (/** @type {number} */ at) => source.slice(0, at).split('\n').length;
    return mutantsOf(path, source).map((mutant) => ({
      ...mutant,
      path,
      line: lineOf(mutant.start),
    }));
  });
}

/**
 * Chooses items at random, the same ones for the same seed (mulberry32).
 *
 * @template T
 * @param {T[]} items
 * @param {number} count
 * @param {number} seed
 */
function sample(items, count, seed) {
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  const left = [...items];
  const chosen = [];
  while (chosen.length < count && left.length > 0)
    chosen.push(...left.splice(Math.floor(random() * left.length), 1));
  return chosen;
}

/** Copies the project, so that no fault gets into these sources. @param {readonly string[]} paths */
function copyProject(paths) {
  const copy = mkdtempSync(join(tmpdir(), 'leafmark-mutants-'));
  for (const path of [...paths, '.wxt']) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/**
 * Runs tests: those of a fault until one fails, and without a fault all of them, with their output.
 *
 * @param {string} copy
 * @param {readonly string[]} tests
 * @param {{ hasFault: boolean }} how
 * @returns {Promise<boolean>} true if all passed
 */
function pass(copy, tests, { hasFault }) {
  if (tests.length === 0) return Promise.resolve(true);
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const how = ['--reporter', 'dot', ...(hasFault ? ['--bail', '1', '--maxWorkers', '1'] : [])];
  return new Promise((done) => {
    const child = spawn(process.execPath, [vitest, 'run', ...tests, ...how], {
      cwd: copy,
      stdio: hasFault ? 'ignore' : ['ignore', 'inherit', 'inherit'],
      detached: hasFault,
    });
    const stop = () => process.kill(-Number(child.pid), 'SIGKILL');
    const timer = hasFault ? setTimeout(stop, TIMEOUT_MS) : undefined;
    child.on('close', (code) => {
      clearTimeout(timer);
      done(code === 0);
    });
  });
}

/**
 * Puts one fault in, and takes it out again.
 *
 * @param {string} copy
 * @param {Placed} mutant
 * @param {readonly string[]} tests those that import the file, the nearest first
 * @returns {Promise<boolean>} true if a test finds it
 */
async function isFound(copy, { path, start, end, text }, tests) {
  const file = join(copy, path);
  const source = readFileSync(file, 'utf8');
  writeFileSync(file, source.slice(0, start) + text + source.slice(end));
  try {
    for (const [at, step] of steps.entries())
      if (!(await pass(copy, tests.slice(steps[at - 1] ?? 0, step), { hasFault: true })))
        return true;
    return false;
  } finally {
    writeFileSync(file, source);
  }
}

/** @param {Placed} mutant */
function describe({ path, line, start, end, text, operator }) {
  const before = readFileSync(join(ROOT, path), 'utf8').slice(start, end).replaceAll(/\s+/g, ' ');
  return `${path}:${line} ${operator}: ${before.slice(0, 100)} → ${text.slice(0, 60)}`;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    'nearest-only': { type: 'boolean', default: false },
  },
});
if (positionals.length === 0) {
  say(USAGE);
  process.exit(2);
}
const steps = values['nearest-only'] ? STEPS.slice(0, -1) : STEPS;
const { output } = await run('git', ['ls-files'], { quiet: true });
const paths = output
  .trim()
  .split('\n')
  .filter((path) => existsSync(join(ROOT, path)));
const modules = paths.filter((path) => /(?<!\.d)\.(tsx?|mjs)$/.test(path));
const testsOf = findImporters(modules);
// Tests of browsers and of the build need a build for each fault.
const excluded = /^tests\/(e2e|built)\//;
const full = new Set(filesWith('full'));
const chosen = positionals.flatMap((folder) => {
  const all = mutantsIn(modules.filter((path) => path.startsWith(`${folder}/`)));
  const some = sample(all, Number(values.sample), Number(values.seed));
  say(`${some.length} of ${all.length} faults of ${folder}`);
  return some;
});

/** @param {Placed} mutant */
const testsFor = ({ path }) =>
  testsOf(path)
    .filter((test) => !excluded.test(test) && !full.has(test))
    .slice(0, steps.at(-1));
// A test that fails without a fault would find every fault.
const unchanged = copyProject(paths);
const isSound = await pass(unchanged, [...new Set(chosen.flatMap(testsFor))], { hasFault: false });
rmSync(unchanged, { recursive: true });
if (!isSound) {
  say('The tests above fail without a fault, so they cannot find one.');
  process.exit(1);
}

/** @type {Placed[]} */
const survivors = [];
const waiting = [...chosen];
const workers = Array.from({ length: availableParallelism() }, async () => {
  const copy = copyProject(paths);
  for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
    const found = await isFound(copy, mutant, testsFor(mutant));
    if (!found) survivors.push(mutant);
    say(`${found ? '✓' : '✗'} ${describe(mutant)}`);
  }
  rmSync(copy, { recursive: true });
});
await Promise.all(workers);

say(`\n${survivors.length} survived:`);
for (const mutant of survivors) say(describe(mutant));
const found = chosen.length - survivors.length;
say(`${found} of ${chosen.length} found (${Math.round((100 * found) / chosen.length)} %)`);
