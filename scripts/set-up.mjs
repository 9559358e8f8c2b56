// Every npm command calls this first, on a machine that may have nothing but Node 20. Nothing is
// imported from node_modules: a fresh clone has none.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { ensureExtension, ensureTypes } from './set-up/extension.mjs';
import { asBrowserName } from './set-up/find-browser.mjs';
import { ensureNodeModules } from './set-up/node-modules.mjs';
import { isMain } from './set-up/process.mjs';
import { ensurePrograms } from './set-up/programs.mjs';

/**
 * Makes everything ready that was asked for, and says each thing that it does in one line. The
 * packages are always made ready.
 *
 * @param {import('./set-up/programs.mjs').Wanted & { types?: boolean, extension?: boolean }} wanted
 *   the browsers to find; whether the programs of a screen in memory (Xvfb and its keys), checkers
 *   of files, generated types and the built extension are needed
 * @returns {Promise<boolean>} false when something is missing; a person has been told what
 */
export async function setUp(wanted) {
  // Neither needs the other, and neither takes more than one core.
  const done = await Promise.all([ensureNodeModules(), ensurePrograms(wanted)]);
  if (!done.every(Boolean)) return false;
  if (wanted.types && !(await ensureTypes())) return false;
  return !wanted.extension || ensureExtension();
}

if (isMain(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      browser: { type: 'string', multiple: true, default: [] },
      screen: { type: 'boolean', default: false },
      checkers: { type: 'boolean', default: false },
      types: { type: 'boolean', default: false },
      extension: { type: 'boolean', default: false },
    },
  });
  const isReady = await setUp({
    browsers: values.browser.map(asBrowserName),
    needsScreen: values.screen,
    needsCheckers: values.checkers,
    types: values.types,
    extension: values.extension,
  });
  process.exitCode = isReady ? 0 : 1;
}
