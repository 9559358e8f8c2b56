// Finds browsers, the programs of the virtual display, file checkers, a proxy and voices. It installs missing ones
// with apt if possible, and otherwise prints instructions.
import process from 'node:process';
import { advice } from './advice.mjs';
import { canInstall, install } from './apt.mjs';
import { findBrowser, findMiniBrowser, findProgram } from './find-browser.mjs';
import { say } from './process.mjs';

/** @typedef {import('./find-browser.mjs').BrowserName} BrowserName */
/** @typedef {{ browsers: readonly BrowserName[], needsDisplay: boolean, needsWebkit?: boolean,
 * needsCheckers?: boolean }} Wanted */
/** @typedef {{ what: string, packages: readonly string[] }} Missing */

/** The Debian package of each program. */
const DISPLAY_PROGRAMS = {
  Xvfb: 'xvfb',
  openbox: 'openbox',
  xdotool: 'xdotool',
};

/** The Debian package of each checker of files that tests write, and of the proxy and the voices of tests. */
const CHECKERS = {
  caddy: 'caddy',
  epubcheck: 'epubcheck',
  java: 'default-jre-headless',
  'speech-dispatcher': ['speech-dispatcher', 'speech-dispatcher-espeak-ng'],
};

/** Without fonts pages show only boxes, and apt does not install recommended packages here. */
const FONTS = ['fonts-liberation', 'fonts-dejavu-core'];

const DEBIAN_PACKAGES = {
  chromium: ['chromium', ...FONTS],
  firefox: ['firefox-esr', ...FONTS],
};

/** Controls WebKitGTK, the engine of Safari. Only Linux has it. */
const WEBKIT_DRIVER = 'WebKitWebDriver';

/** Returns true if this machine has a display for a person. Only Linux can be without one. */
export function hasDisplay() {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/**
 * Finds missing programs, installs them if that needs no password, and otherwise prints
 * instructions.
 *
 * @param {Wanted} wanted
 * @returns {Promise<boolean>} true if everything is available now
 */
export async function ensurePrograms(wanted) {
  let missing = findMissing(wanted);
  if (missing.length === 0) return true;
  if (await canInstall()) {
    const packages = [...new Set(missing.flatMap((thing) => thing.packages))];
    say(`Installing with apt: ${packages.join(', ')}…`);
    const failure = await install(packages);
    if (failure !== null) say(failure);
    missing = findMissing(wanted);
    if (missing.length === 0) return true;
  }
  say(advice(missing.map((thing) => thing.what)));
  return false;
}

/**
 * @param {Wanted} wanted
 * @returns {Missing[]}
 */
function findMissing({ browsers, needsDisplay, needsWebkit = false, needsCheckers = false }) {
  /** @type {Missing[]} */
  const missing = [];
  for (const name of browsers) {
    if (findBrowser(name) === null) missing.push({ what: name, packages: DEBIAN_PACKAGES[name] });
  }
  if (process.platform === 'linux') {
    const programs = { ...(needsDisplay && DISPLAY_PROGRAMS), ...(needsCheckers && CHECKERS) };
    for (const [program, packages] of Object.entries(programs)) {
      if (findProgram([program]) === null) {
        missing.push({ what: program, packages: [packages].flat() });
      }
    }
    const hasWebkit = findProgram([WEBKIT_DRIVER]) !== null && findMiniBrowser() !== undefined;
    if (needsWebkit && !hasWebkit) {
      missing.push({ what: WEBKIT_DRIVER, packages: ['webkit2gtk-driver', ...FONTS] });
    }
  }
  return missing;
}
