// Every npm command runs this first, on a machine that may have only Node 20. It imports nothing
// from node_modules because a fresh clone has none.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { ensureExtension, ensureTypes } from './set-up/extension.mjs';
import { asBrowserName } from './set-up/find-browser.mjs';
import { ensureNodeModules } from './set-up/node-modules.mjs';
import { isMain } from './set-up/process.mjs';
import { ensurePrograms } from './set-up/programs.mjs';

/**
 * Prepares everything that is requested and prints one line for each step. It always installs the
 * packages.
 *
 * @param {import('./set-up/programs.mjs').Wanted & { types?: boolean, extension?: boolean }} wanted
 * the browsers to find, and flags for the programs of the virtual display (Xvfb and keyboard
 * input), WebKit and its driver, file checkers, generated types and the built extension
 * @returns {Promise<boolean>} false if something is missing; the reason has been printed
 */
export async function setUp(wanted) {
  // They are independent, and each uses at most one core.
  const done = await Promise.all([ensureNodeModules(), ensurePrograms(wanted)]);
  if (!done.every(Boolean)) return false;
  if (wanted.types && !(await ensureTypes())) return false;
  return !wanted.extension || ensureExtension();
}

if (isMain(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      browser: { type: 'string', multiple: true, default: [] },
      display: { type: 'boolean', default: false },
      webkit: { type: 'boolean', default: false },
      checkers: { type: 'boolean', default: false },
      types: { type: 'boolean', default: false },
      extension: { type: 'boolean', default: false },
    },
  });
  const isReady = await setUp({
    browsers: values.browser.map(asBrowserName),
    needsDisplay: values.display,
    needsWebkit: values.webkit,
    needsCheckers: values.checkers,
    types: values.types,
    extension: values.extension,
  });
  process.exitCode = isReady ? 0 : 1;
}
