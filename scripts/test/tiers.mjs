// The two tiers of tests. The tags of a test decide its tier; vitest.config.ts describes them.
import { filesWith } from './test-files.mjs';

/**
 * `any` chooses the tests with one of these tags, or all tests if it is empty; those with a tag of `none` are left out.
 *
 * @typedef {{ any: readonly string[], none: readonly string[] }} Choice
 * @typedef {{ name: string, projects: readonly string[], env?: Record<string, string>, chosen: Choice,
 * isBackground?: boolean, quiet?: boolean }} TierRun
 */

/**
 * The tests of each browser run one after another and wait a lot. All other tests run beside them and take what the
 * browsers leave of the processor, because the extension has time limits of its own: a capture that takes too long
 * keeps only the address. Those of WebKit run in the process of Chromium.
 *
 * @param {{ rest: Choice, chromium: Choice, firefox: Choice }} chosen
 * @returns {TierRun[]}
 */
function runsOf({ rest, chromium, firefox }) {
  return [
    {
      name: '-chromium',
      projects: ['e2e'],
      env: { LEAFMARK_BROWSER: 'chromium' },
      chosen: chromium,
    },
    {
      name: '-firefox',
      projects: ['e2e'],
      env: { LEAFMARK_BROWSER: 'firefox' },
      chosen: firefox,
      quiet: true,
    },
    { name: '-rest', projects: ['!e2e'], chosen: rest, isBackground: true, quiet: true },
  ];
}

/** `npm test` finds ordinary faults in eight minutes, `npm run test:full` runs the rest. */
export const TIERS = {
  ordinary: runsOf({
    rest: { any: [], none: ['full'] },
    chromium: { any: [], none: ['full', 'firefox'] },
    firefox: { any: [], none: ['full', 'firefox-full', 'chromium', 'webkit'] },
  }),
  full: runsOf({
    rest: { any: ['full'], none: [] },
    chromium: { any: ['full'], none: ['firefox'] },
    firefox: { any: ['full', 'firefox-full'], none: ['chromium', 'webkit'] },
  }),
};

/**
 * Returns true if a test with these tags is chosen.
 *
 * @param {Choice} choice
 * @param {readonly string[]} tags
 */
export function isChosen({ any, none }, tags) {
  const isWanted = any.length === 0 || any.some((tag) => tags.includes(tag));
  return isWanted && !none.some((tag) => tags.includes(tag));
}

/**
 * Returns the arguments for vitest. Files whose tests are all left out are not loaded.
 *
 * @param {TierRun} run
 * @param {string} [only] the path of the one file to run
 * @returns {string[]}
 */
export function vitestArgs({ projects, chosen: { any, none } }, only) {
  const filter = [
    ...(any.length > 0 ? [`(${any.join(' || ')})`] : []),
    ...none.map((tag) => `!${tag}`),
  ].join(' && ');
  return [
    ...projects.flatMap((project) => ['--project', project]),
    `--tags-filter=${filter}`,
    ...(only === undefined ? filesFor(any, none) : [only]),
  ];
}

/**
 * @param {readonly string[]} any
 * @param {readonly string[]} none
 */
const filesFor = (any, none) => [
  ...any.flatMap((tag) => filesWith(tag)),
  ...none.flatMap((tag) => filesWith(tag, { whole: true }).flatMap((file) => ['--exclude', file])),
];
