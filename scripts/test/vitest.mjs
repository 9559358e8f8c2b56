// Runs vitest and counts the results, which come from its JSON report.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { ROOT, run, say } from '../set-up/process.mjs';

const VITEST = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
const reportOf = (/** @type {string} */ name) =>
  join(ROOT, 'node_modules', '.cache', `vitest-report${name}.json`);

/** @typedef {{ passed: number, failed: number, skipped: number }} Totals */

/**
 * Runs all tests, or those that `args` select.
 *
 * @param {readonly string[]} args for vitest
 * @param {{ name?: string, env?: Record<string, string>, quiet?: boolean }} [how] `name`
 * distinguishes runs side by side and is passed to the tests as `LEAFMARK_TEST_RUN`; `quiet` shows
 * the output only after the run
 * @returns {Promise<Totals>} `failed` is at least 1 if vitest itself failed: a file that cannot be
 * loaded or an error outside of a test counts as one failure
 */
export async function runVitest(args, { name = '', env = {}, quiet = false } = {}) {
  const report = reportOf(name);
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code, output } = await run(process.execPath, [VITEST, 'run', ...reporters, ...args], {
    env: { ...env, LEAFMARK_TEST_RUN: name },
    quiet,
  });
  if (quiet) say(output);
  const totals = existsSync(report) ? count(readFileSync(report, 'utf8')) : none();
  if (code !== 0 && totals.failed === 0) totals.failed = 1;
  return totals;
}

/** @returns {Totals} */
function none() {
  say('✗ vitest wrote no report');
  return { passed: 0, failed: 0, skipped: 0 };
}

/**
 * @param {string} json vitest's report in Jest's format
 * @returns {Totals}
 */
function count(json) {
  /** @type {{ testResults: { status: string, assertionResults: { status: string }[] }[] }} */
  const { testResults } = JSON.parse(json);
  const statuses = testResults.flatMap((file) =>
    // A file that failed before its first test has no results.
    file.assertionResults.length === 0 && file.status === 'failed'
      ? ['failed']
      : file.assertionResults.map((result) => result.status),
  );
  const passed = statuses.filter((status) => status === 'passed').length;
  const failed = statuses.filter((status) => status === 'failed').length;
  return { passed, failed, skipped: statuses.length - passed - failed };
}
