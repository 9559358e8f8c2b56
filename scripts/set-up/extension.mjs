// What WXT makes of the extension's sources: the types that `tsc` reads, and the extension itself.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { ROOT, run, say } from './process.mjs';

/** @typedef {import('./find-browser.mjs').BrowserName} BrowserName */

/** Relative to the project; what the built extension depends on. */
const SOURCES = [
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

/** What the generated types depend on. */
const SOURCES_OF_TYPES = ['entrypoints', 'locales', 'package-lock.json', 'wxt.config.ts'];

/** @type {Readonly<Record<BrowserName, string>>} */
const TARGETS = { chromium: 'chrome', firefox: 'firefox' };

/**
 * Generates the types of the message catalogue and of WXT when they are missing or old.
 *
 * @returns {Promise<boolean>} false when WXT failed; its own words have been shown
 */
export async function ensureTypes() {
  if (isNewer('.wxt/wxt.d.ts', SOURCES_OF_TYPES)) return true;
  return wxt(['prepare']);
}

/**
 * Builds the extension for both browsers, where it is missing or old.
 *
 * @returns {Promise<boolean>} false when it does not build; the reason has been shown
 */
export async function ensureExtension() {
  for (const browser of /** @type {const} */ (['chromium', 'firefox'])) {
    if (isNewer(`.output/${TARGETS[browser]}-mv3/manifest.json`, SOURCES)) continue;
    say(`Building the extension for ${browser}…`);
    if (!(await build(browser))) return false;
  }
  return true;
}

/**
 * Builds the extension for that browser.
 *
 * @param {BrowserName} browser
 * @returns {Promise<boolean>} false when it does not build; the reason has been shown
 */
export function build(browser) {
  return wxt(['build', '-b', TARGETS[browser], '--mv3']);
}

/** @param {readonly string[]} args */
async function wxt(args) {
  // By the project's own Node: the one that runs this may be older than WXT takes.
  const node = join(ROOT, 'node_modules', '.bin', 'node');
  const program = join(ROOT, 'node_modules', 'wxt', 'bin', 'wxt.mjs');
  const { code, output } = await run(node, [program, ...args], {
    quiet: true,
    shell: process.platform === 'win32',
    // The loader of our own TypeScript leaves `development` there, and Preact would be built so.
    env: { NODE_ENV: 'production' },
  });
  if (code !== 0) say(output);
  return code === 0;
}

/**
 * @param {string} made
 * @param {readonly string[]} sources
 */
function isNewer(made, sources) {
  const path = join(ROOT, made);
  if (!existsSync(path)) return false;
  const { mtimeMs } = statSync(path);
  return sources.every((source) => newest(join(ROOT, source)) <= mtimeMs);
}

/**
 * @param {string} path a file or a folder
 * @returns {number} when it or the newest file below it was changed, in Unix ms
 */
function newest(path) {
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  const below = readdirSync(path).map((name) => newest(join(path, name)));
  return Math.max(mtimeMs, ...below);
}
