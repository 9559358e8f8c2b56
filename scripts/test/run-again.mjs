// Browser tests that failed beside others run once more, alone.
import { say } from '../set-up/process.mjs';
import { vitestArgs } from './tiers.mjs';
import { runVitest, sum } from './vitest.mjs';

/** @import { TierRun } from './tiers.mjs' */
/** @import { Totals } from './vitest.mjs' */

/** A busy machine loses a test here and there. When more files fail, the cause is in the project. */
const MAX_FILES = 3;

/**
 * Runs the browser test files that failed once more, one after another with nothing beside them. The results of
 * this second run count. `flaky` names what failed at first and passed then.
 *
 * @param {readonly (readonly [TierRun, Totals])[]} runs
 * @param {typeof runVitest} [runOne]
 */
export async function runAgain(runs, runOne = runVitest) {
  const totals = runs.map(([, { files, ...all }]) => all);
  const failed = runs.flatMap(([tier, { files }]) =>
    tier.projects.includes('e2e')
      ? [...files].flatMap(([path, first]) => (first.failed > 0 ? [{ tier, path, first }] : []))
      : [],
  );
  /** @type {string[]} */
  const flaky = [];
  if (failed.length > MAX_FILES) return { ...sum(totals), flaky };
  for (const { tier, path, first } of failed) {
    say(`\nOnce more, alone: ${path}`);
    const second = await runOne(vitestArgs(tier, path), tier);
    if (second.failed > 0 || second.passed === 0) continue;
    flaky.push(...first.failures);
    totals.push(second, without(first));
  }
  return {
    ...sum(totals),
    failures: sum(totals).failures.filter((one) => !flaky.includes(one)),
    flaky,
  };
}

/** @param {import('./vitest.mjs').Results} results */
const without = ({ passed, failed, skipped }) => ({
  passed: -passed,
  failed: -failed,
  skipped: -skipped,
  failures: [],
});
