// Runs vitest and counts the results, which come from its JSON report.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import process from 'node:process';
import { stripVTControlCharacters } from 'node:util';
import { ROOT, run, say } from '../set-up/process.mjs';
import { isChosen } from './tiers.mjs';

const VITEST = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
const UNHANDLED_REPORTER = join(ROOT, 'scripts', 'test', 'unhandled-reporter.mjs');
const reportOf = (/** @type {string} */ name) =>
  join(ROOT, 'node_modules', '.cache', `vitest-${name}.json`);

/**
 * `failures` describes what failed: the name, then the first lines of the error. `files` are the results of each
 * file by its path in the project; they have no errors outside of tests.
 *
 * @typedef {{ passed: number, failed: number, skipped: number, failures: string[] }} Results
 * @typedef {Results & { files: ReadonlyMap<string, Results> }} Totals
 */

/** @type {import('./tiers.mjs').Choice} */
const ALL = { any: [], none: [] };
/** Enough for a comparison of two values or for the condition that did not come true. */
const ERROR_LINES = 3;
const STACK_LINES = 8;
const MAX_LINE_LENGTH = 300;

/**
 * Runs all tests, or those that `args` select.
 *
 * @param {readonly string[]} args for vitest
 * @param {{ name?: string, env?: Record<string, string>, quiet?: boolean, isBackground?: boolean,
 * chosen?: import('./tiers.mjs').Choice }} [how] `name` distinguishes runs side by side and is passed to the tests as
 * `LEAFMARK_TEST_RUN`; `quiet` shows the output only after the run; `chosen` are the tests that `args` select by tags
 * @returns {Promise<Totals>} `failed` is at least 1 if vitest itself failed: a file that cannot be
 * loaded or an error outside of a test counts as one failure
 */
export async function runVitest(
  args,
  { name = '', env = {}, quiet = false, isBackground = false, chosen = ALL } = {},
) {
  const [report, unhandled] = [reportOf(`report${name}`), reportOf(`unhandled${name}`)];
  for (const file of [report, unhandled]) rmSync(file, { force: true });
  const reporters = ['default', 'json', UNHANDLED_REPORTER].map((each) => `--reporter=${each}`);
  const all = ['run', ...reporters, `--outputFile.json=${report}`, ...args];
  const { code, output } = await run(process.execPath, [VITEST, ...all], {
    env: { ...env, LEAFMARK_TEST_RUN: name, LEAFMARK_UNHANDLED_REPORT: unhandled },
    quiet,
    isBackground,
  });
  if (quiet) say(output);
  const files = existsSync(report) ? count(readFileSync(report, 'utf8'), chosen) : noReport();
  const totals = { ...sum([...files.values()]), files };
  const outside = existsSync(unhandled) ? outsideOfTests(readFileSync(unhandled, 'utf8')) : [];
  totals.failed += outside.length;
  totals.failures.push(...outside);
  if (code !== 0 && totals.failed === 0) {
    totals.failed = 1;
    totals.failures.push(`vitest ${args.join(' ')}: failed, see the output above`);
  }
  return totals;
}

/**
 * Returns the errors outside of tests, each with the test that ran when it was seen.
 *
 * @param {string} json of `UnhandledReporter`
 */
function outsideOfTests(json) {
  /** @type {{ name: string, message: string }[]} */
  const errors = JSON.parse(json);
  return errors.map(({ name, message }) => {
    // The stack is the only trace of where the error comes from.
    const lines = stripVTControlCharacters(message).split('\n').slice(0, STACK_LINES);
    const found = lines.map((line) => `    ${line.trim().slice(0, MAX_LINE_LENGTH)}`);
    return [`✗ an error outside of a test, during ${relative(ROOT, name)}`, ...found].join('\n');
  });
}

/** @returns {ReadonlyMap<string, Results>} */
function noReport() {
  say('✗ vitest wrote no report');
  return new Map();
}

/**
 * @param {readonly Results[]} parts
 * @returns {Results}
 */
export function sum(parts) {
  const totals = {
    passed: 0,
    failed: 0,
    skipped: 0,
    failures: parts.flatMap((one) => one.failures),
  };
  for (const { passed, failed, skipped } of parts) {
    totals.passed += passed;
    totals.failed += failed;
    totals.skipped += skipped;
  }
  return totals;
}

/**
 * @typedef {{ status: string, fullName: string, tags?: string[], failureMessages?: string[] }} TestResult
 * @typedef {{ name: string, status: string, message: string, assertionResults: TestResult[] }}
 * FileResult
 * @param {string} json vitest's report in Jest's format, in which tests that were not chosen count as skipped
 * @param {import('./tiers.mjs').Choice} chosen
 * @returns {ReadonlyMap<string, Results>}
 */
function count(json, chosen) {
  /** @type {{ testResults: FileResult[] }} */
  const { testResults } = JSON.parse(json);
  return new Map(testResults.map((file) => [relative(ROOT, file.name), countFile(file, chosen)]));
}

/**
 * @param {FileResult} file
 * @param {import('./tiers.mjs').Choice} chosen
 * @returns {Results}
 */
function countFile({ name, status, message, assertionResults }, chosen) {
  const path = relative(ROOT, name);
  const tests = assertionResults
    .filter(({ tags = [] }) => isChosen(chosen, tags))
    .map((test) => ({
      status: test.status,
      failure: describe(`${path} > ${test.fullName}`, test.failureMessages?.join('\n')),
    }));
  // The file could not be loaded, or a hook failed.
  const hasOtherFailure = status === 'failed' && tests.every((test) => test.status !== 'failed');
  const results = hasOtherFailure
    ? [...tests, { status, failure: describe(path, message) }]
    : tests;
  const failures = results.filter((test) => test.status === 'failed');
  const passed = results.filter((test) => test.status === 'passed').length;
  return {
    passed,
    failed: failures.length,
    skipped: results.length - passed - failures.length,
    failures: failures.map(({ failure }) => failure),
  };
}

/**
 * @param {string} name
 * @param {string} [error] with its stack, which is left out
 */
function describe(name, error = '') {
  const lines = stripVTControlCharacters(error)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
    .slice(0, ERROR_LINES)
    .map((line) => `    ${line.slice(0, MAX_LINE_LENGTH)}`);
  return [`✗ ${name}`, ...lines].join('\n');
}
