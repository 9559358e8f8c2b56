// `npm start` and `npm test` call this first, on a machine that may have nothing but Node 20.
// Nothing is imported from node_modules: on a fresh clone there is none.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { asBrowserName } from './set-up/find-browser.mjs';
import { ensureNodeModules } from './set-up/node-modules.mjs';
import { isMain } from './set-up/process.mjs';
import { ensurePrograms } from './set-up/programs.mjs';

/**
 * Makes everything ready that was asked for; says what it does, line by line.
 *
 * @param {import('./set-up/programs.mjs').Wanted} wanted browsers that must be there, and whether
 *   the programs of a screen in memory (Xvfb and its keys) and checkers of files must be too
 * @returns {Promise<boolean>} false when a person has to install something; what, has been said
 */
export async function setUp(wanted) {
  // Neither needs the other, and neither takes more than one core.
  const done = await Promise.all([ensureNodeModules(), ensurePrograms(wanted)]);
  return done.every(Boolean);
}

if (isMain(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      browser: { type: 'string', multiple: true, default: [] },
      screen: { type: 'boolean', default: false },
      checkers: { type: 'boolean', default: false },
    },
  });
  const isReady = await setUp({
    browsers: values.browser.map(asBrowserName),
    needsScreen: values.screen,
    needsCheckers: values.checkers,
  });
  process.exitCode = isReady ? 0 : 1;
}
