// Browser tests that failed beside others run once more, alone.
import { say } from '../set-up/process.mjs';
import { vitestArgs } from './tiers.mjs';
import { runVitest, sum } from './vitest.mjs';

/** @import { TierRun } from './tiers.mjs' */
/** @import { Results, Totals } from './vitest.mjs' */

/** A busy machine loses a test here and there. When more files fail, the cause is in the project. */
const MAX_FILES = 3;

/**
 * Runs the browser test files that failed once more, one after another with nothing beside them. A file whose
 * tests all pass then, with none left out, counts by its second run. `flaky` names what failed at first and
 * passed then.
 *
 * @param {readonly (readonly [TierRun, Totals])[]} runs
 * @param {typeof runVitest} [runOne]
 */
export async function runAgain(runs, runOne = runVitest) {
  const failed = runs.flatMap(([tier, { files }], at) =>
    tier.projects.includes('e2e')
      ? [...files].flatMap(([path, first]) => (first.failed > 0 ? [{ at, tier, path, first }] : []))
      : [],
  );
  /** @type {Results[]} */
  const totals = runs.map(([, all]) => all);
  /** @type {string[]} */
  const flaky = [];
  for (const { at, tier, path, first } of failed.length > MAX_FILES ? [] : failed) {
    say(`\nOnce more, alone: ${path}`);
    const env = { ...tier.env, LEAFMARK_KEEP_FAILURES: '1' };
    const second = await runOne(vitestArgs(tier, path), { ...tier, env });
    if (second.failed > 0 || second.passed < first.passed + first.failed) continue;
    flaky.push(...first.failures.map((failure) => `${failure} (${tier.name.slice(1)})`));
    const before = totals[at];
    if (before) totals[at] = replaced(before, first, second);
  }
  return { ...sum(totals), flaky };
}

/**
 * @param {Results} all
 * @param {Results} first
 * @param {Results} second
 * @returns {Results}
 */
const replaced = (all, first, second) => ({
  passed: all.passed - first.passed + second.passed,
  failed: all.failed - first.failed,
  skipped: all.skipped - first.skipped + second.skipped,
  failures: all.failures.filter((failure) => !first.failures.includes(failure)),
});
