// `npm test`: runs all checks, then the tests that find ordinary faults. `npm run test:full` runs the other tests.
// Other arguments go to vitest: `npm test -- --project e2e saving`.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { ensureExtension } from './set-up/extension.mjs';
import { ROOT, run, say } from './set-up/process.mjs';
import { runAgain } from './test/run-again.mjs';
import { TIERS, vitestArgs } from './test/tiers.mjs';
import { runVitest } from './test/vitest.mjs';

const BIN = join(ROOT, 'node_modules', '.bin');

/** @type {readonly (readonly [what: string, program: string, ...args: string[]])[]} */
const CHECKS = [
  ['Types', 'tsc', '--noEmit'],
  ['Format and lint', 'biome', 'check', '--error-on-warnings', '.'],
  ['Unused code', 'knip'],
];

/** @type {typeof CHECKS} */
const BUILDS = [
  ['Build for Chromium', 'wxt', 'build', '-b', 'chrome', '--mv3'],
  ['Build for Firefox', 'wxt', 'build', '-b', 'firefox', '--mv3'],
];

/** As many as fit into the last 100 lines. */
const MAX_FAILURES = 20;

/**
 * Runs one check, which counts as one test. If it fails, its output is shown.
 *
 * @param {string} what
 * @param {string} program one of node_modules
 * @param {readonly string[]} args
 * @returns {Promise<boolean>} true if it passed
 */
async function check(what, program, args) {
  const started = performance.now();
  const { code, output } = await run(join(BIN, program), args, {
    quiet: true,
    shell: process.platform === 'win32',
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  say(`${code === 0 ? '✓' : '✗'} ${what} (${seconds} s)`);
  if (code !== 0) say(output);
  return code === 0;
}

const totals = { passed: 0, failed: 0, skipped: 0 };
/** @type {string[]} */
const failures = [];

const [first, ...others] = process.argv.slice(2);
const isFull = first === '--full';
const chosen = isFull || first === undefined ? others : [first, ...others];

// `npm run test:full` runs after `npm test` and adds its pictures.
if (!isFull) rmSync(join(ROOT, 'tests', '.artifacts'), { recursive: true, force: true });
// The types of the catalogue and of the manifest are generated. Type checking needs them.
await run(join(BIN, 'wxt'), ['prepare'], { quiet: true, shell: process.platform === 'win32' });
// Side by side, because most of them leave one core idle.
await Promise.all(
  (isFull ? [] : [...CHECKS, ...BUILDS]).map(async ([what, program, ...args]) => {
    const hasPassed = await check(what, program, args);
    totals[hasPassed ? 'passed' : 'failed'] += 1;
    if (!hasPassed) failures.push(`✗ ${what}: ${[program, ...args].join(' ')}`);
  }),
);
// `npm test` has just built the extension.
if (isFull && !(await ensureExtension())) {
  totals.failed += 1;
  failures.push('✗ Build of the extension');
}

/** @returns {Promise<import('./test/vitest.mjs').Results & { flaky?: readonly string[] }>} */
async function runTests() {
  if (chosen.length > 0) return runVitest(chosen);
  const tiers = TIERS[isFull ? 'full' : 'ordinary'];
  return runAgain(
    await Promise.all(
      tiers.map(
        async (tier) => /** @type {const} */ ([tier, await runVitest(vitestArgs(tier), tier)]),
      ),
    ),
  );
}

const tests = await runTests();
totals.passed += tests.passed;
totals.failed += tests.failed;
totals.skipped += tests.skipped;
failures.push(...tests.failures);

// The names stand next to the totals, because a CI may keep only the last lines of the output.
if (failures.length > 0) say(`\nFailed:\n${failures.slice(0, MAX_FAILURES).join('\n')}`);
if (failures.length > MAX_FAILURES) say(`… and ${failures.length - MAX_FAILURES} more`);
if (tests.flaky?.length) say(`\nFlaky, passed alone:\n${tests.flaky.join('\n')}`);
say('');
say(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exitCode = totals.failed === 0 ? 0 : 1;
