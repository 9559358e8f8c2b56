// Runs WXT to generate the types that `tsc` reads and to build the extension.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { ROOT, run, say } from './process.mjs';

/** @typedef {import('./find-browser.mjs').BrowserName} BrowserName */

/** Paths in the project that the built extension depends on. */
export const SOURCES = [
  'entrypoints',
  'locales',
  'public',
  'scripts',
  'src',
  'package-lock.json',
  'content-security-policy.config.ts',
  'manifest.config.ts',
  'wxt.config.ts',
];

/** Paths that the generated types depend on. */
const SOURCES_OF_TYPES = ['entrypoints', 'locales', 'package-lock.json', 'wxt.config.ts'];

/** @type {Readonly<Record<BrowserName, string>>} */
const TARGETS = { chromium: 'chrome', firefox: 'firefox' };

/**
 * Generates the types of the message catalogue and of WXT if they are missing or old.
 *
 * @returns {Promise<boolean>} false if WXT failed; its output has been shown
 */
export async function ensureTypes() {
  if (isNewer(join(ROOT, '.wxt', 'wxt.d.ts'), SOURCES_OF_TYPES)) return true;
  return wxt(['prepare']);
}

/**
 * Builds the extension for both browsers if a build is missing or old.
 *
 * @returns {Promise<boolean>} false if it does not build; the reason has been shown
 */
export async function ensureExtension() {
  for (const browser of /** @type {const} */ (['chromium', 'firefox'])) {
    if (isNewer(join(builtExtension(browser), 'manifest.json'), SOURCES)) continue;
    say(`Building the extension for ${browser}…`);
    if (!(await build(browser))) return false;
  }
  return true;
}

/**
 * Builds the extension for a browser.
 *
 * @param {BrowserName} browser
 * @param {{ forDevelopment?: boolean }} [how] `forDevelopment` adds source maps and does not minify
 * @returns {Promise<boolean>} false if it does not build; the reason has been shown
 */
export function build(browser, { forDevelopment = false } = {}) {
  const mode = forDevelopment ? 'development' : 'production';
  return wxt(['build', '-b', TARGETS[browser], '--mv3', '--mode', mode]);
}

/**
 * Returns the folder of the extension that was built for a browser.
 *
 * @param {BrowserName} browser
 * @param {{ forDevelopment?: boolean }} [how]
 */
export function builtExtension(browser, { forDevelopment = false } = {}) {
  return join(ROOT, '.output', `${TARGETS[browser]}-mv3${forDevelopment ? '-dev' : ''}`);
}

/** @param {readonly string[]} args */
async function wxt(args) {
  // The project's own Node runs WXT, because the Node of this process may be too old for it.
  const node = join(ROOT, 'node_modules', '.bin', 'node');
  const program = join(ROOT, 'node_modules', 'wxt', 'bin', 'wxt.mjs');
  const { code, output } = await run(node, [program, ...args], {
    quiet: true,
    shell: process.platform === 'win32',
    // The loader of our TypeScript sets `development`, which would build Preact for development.
    env: { NODE_ENV: 'production' },
  });
  if (code !== 0) say(output);
  return code === 0;
}

/**
 * @param {string} made an absolute path
 * @param {readonly string[]} sources paths in the project
 */
function isNewer(made, sources) {
  if (!existsSync(made)) return false;
  const { mtimeMs } = statSync(made);
  return sources.every((source) => newest(join(ROOT, source)) <= mtimeMs);
}

/**
 * @param {string} path a file or a folder
 * @returns {number} the time of the newest change to it or to a file in it, in Unix ms
 */
function newest(path) {
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  const below = readdirSync(path).map((name) => newest(join(path, name)));
  return Math.max(mtimeMs, ...below);
}
