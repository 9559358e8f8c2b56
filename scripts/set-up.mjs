// `npm start` and `npm test` call this first, on a machine that may have nothing but Node 20.
// Nothing is imported from node_modules: on a fresh clone there is none.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { ensureBrowsers } from './set-up/browsers.mjs';
import { asBrowserName } from './set-up/find-browser.mjs';
import { ensureNodeModules } from './set-up/node-modules.mjs';
import { isMain } from './set-up/process.mjs';

/** @typedef {import('./set-up/find-browser.mjs').BrowserName} BrowserName */

/**
 * Makes everything ready that was asked for; says what it does, line by line.
 *
 * @param {{ browsers: readonly BrowserName[], needsScreen: boolean }} wanted browsers that must be
 *   there, and whether the programs of a screen in memory (Xvfb and its keys) must be too
 * @returns {Promise<boolean>} false when a person has to install something; what, has been said
 */
export async function setUp({ browsers, needsScreen }) {
  const hasModules = await ensureNodeModules();
  if (!hasModules) return false;
  return ensureBrowsers(browsers, needsScreen);
}

if (isMain(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      browser: { type: 'string', multiple: true, default: [] },
      screen: { type: 'boolean', default: false },
    },
  });
  const isReady = await setUp({
    browsers: values.browser.map(asBrowserName),
    needsScreen: values.screen,
  });
  process.exitCode = isReady ? 0 : 1;
}
