// Browsers, the programs of a screen in memory, and checkers: found, or installed where apt may, or explained.
import process from 'node:process';
import { advice } from './advice.mjs';
import { canInstall, install } from './apt.mjs';
import { findBrowser, findProgram } from './find-browser.mjs';
import { say } from './process.mjs';

/** @typedef {import('./find-browser.mjs').BrowserName} BrowserName */
/** @typedef {{ browsers: readonly BrowserName[], needsScreen: boolean, needsCheckers?: boolean }} Wanted */
/** @typedef {{ what: string, packages: readonly string[] }} Missing */

/** Program → the Debian package that has it. */
const SCREEN_PROGRAMS = {
  Xvfb: 'xvfb',
  openbox: 'openbox',
  xdotool: 'xdotool',
};

/** The same, of what looks over files that tests write. */
const CHECKERS = {
  epubcheck: 'epubcheck',
  java: 'default-jre-headless',
};

const DEBIAN_PACKAGES = {
  // Without fonts pages are empty boxes, and apt is told to leave recommendations out.
  chromium: ['chromium', 'fonts-liberation', 'fonts-dejavu-core'],
  firefox: ['firefox-esr', 'fonts-liberation', 'fonts-dejavu-core'],
};

/**
 * Whether this machine has a screen that a person sees. Only Linux can be without.
 */
export function hasDisplay() {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/**
 * Finds what is missing, installs it where that is possible without asking for a password, and
 * otherwise says what to install.
 *
 * @param {Wanted} wanted
 * @returns {Promise<boolean>} whether everything is there now
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
function findMissing({ browsers, needsScreen, needsCheckers = false }) {
  /** @type {Missing[]} */
  const missing = [];
  for (const name of browsers) {
    if (findBrowser(name) === null) missing.push({ what: name, packages: DEBIAN_PACKAGES[name] });
  }
  if (process.platform === 'linux') {
    const programs = { ...(needsScreen && SCREEN_PROGRAMS), ...(needsCheckers && CHECKERS) };
    for (const [program, debianPackage] of Object.entries(programs)) {
      if (findProgram([program]) === null) {
        missing.push({ what: program, packages: [debianPackage] });
      }
    }
  }
  return missing;
}
