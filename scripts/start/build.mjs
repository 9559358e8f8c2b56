import { join } from 'node:path';
import process from 'node:process';
import { ROOT, run, say } from '../set-up/process.mjs';

/** @typedef {import('../set-up/find-browser.mjs').BrowserName} BrowserName */

/**
 * Builds the extension for that browser.
 *
 * @param {BrowserName} browser
 * @returns {Promise<boolean>} false when it does not build; why, has been said
 */
export async function build(browser) {
  const target = browser === 'chromium' ? 'chrome' : 'firefox';
  const wxt = join(ROOT, 'node_modules', 'wxt', 'bin', 'wxt.mjs');
  const { code, output } = await run(process.execPath, [wxt, 'build', '-b', target, '--mv3'], {
    quiet: true,
    // The loader of our own TypeScript leaves `development` there, and Preact would be built so.
    env: { NODE_ENV: 'production' },
  });
  if (code !== 0) say(output);
  return code === 0;
}
