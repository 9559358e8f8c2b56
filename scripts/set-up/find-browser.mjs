// Finds the browsers: first the variables CHROMIUM and FIREFOX, then the PATH, then the usual
// folders of each system and of Playwright.
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';

/** @typedef {'chromium' | 'firefox'} BrowserName */

const HOME = homedir();
const LOCAL = process.env.LOCALAPPDATA ?? join(HOME, 'AppData', 'Local');
const PROGRAMS = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], LOCAL].flatMap(
  (folder) => folder ?? [],
);

const ON_THE_PATH = {
  chromium: ['chromium', 'chromium-browser', 'ungoogled-chromium'],
  firefox: ['firefox-esr', 'firefox', 'firefox-devedition'],
};

/** These work too, but come last because the tests run in the free builds. */
const BRANDED = {
  chromium: ['google-chrome', 'google-chrome-stable', 'microsoft-edge'],
  firefox: [],
};

const MAC_APPS = {
  chromium: ['Chromium', 'Google Chrome for Testing', 'Google Chrome', 'Microsoft Edge'],
  firefox: ['Firefox', 'Firefox Developer Edition'],
};

const WINDOWS_FILES = {
  chromium: [
    ['Chromium', 'Application', 'chrome.exe'],
    ['Google', 'Chrome', 'Application', 'chrome.exe'],
    ['Microsoft', 'Edge', 'Application', 'msedge.exe'],
  ],
  firefox: [['Mozilla Firefox', 'firefox.exe']],
};

/** Paths in a `chromium-1234` folder of Playwright's cache, by system and age of the package. */
const IN_PLAYWRIGHT = [
  ['chrome-linux64', 'chrome'],
  ['chrome-linux', 'chrome'],
  ['chrome-win64', 'chrome.exe'],
  ['chrome-win', 'chrome.exe'],
  ...['chrome-mac-arm64', 'chrome-mac-x64', 'chrome-mac'].flatMap((folder) => [
    [folder, 'Google Chrome for Testing.app', 'Contents', 'MacOS', 'Google Chrome for Testing'],
    [folder, 'Chromium.app', 'Contents', 'MacOS', 'Chromium'],
  ]),
];

/**
 * Parses the name of a browser.
 *
 * @param {string} name
 * @returns {BrowserName}
 * @throws if it is not the name of a browser
 */
export function asBrowserName(name) {
  if (name === 'chromium' || name === 'firefox') return name;
  throw new Error(`--browser takes chromium or firefox, not "${name}".`);
}

/**
 * Returns the path of a browser, or null if none is found.
 *
 * @param {BrowserName} name
 * @returns {string | null} an absolute path
 * @throws if CHROMIUM or FIREFOX is set and does not name a program, because it must not be ignored
 * silently
 */
export function findBrowser(name) {
  const variable = name.toUpperCase();
  const wish = process.env[variable];
  if (wish) {
    const found = isProgram(wish) ? wish : findProgram([wish]);
    if (found === null) throw new Error(`${variable} is "${wish}", which is not a program.`);
    return found;
  }
  return (
    findProgram(ON_THE_PATH[name]) ??
    (name === 'chromium' ? inPlaywrightCache() : null) ??
    inApplications(name) ??
    findProgram(BRANDED[name])
  );
}

/** Returns the path of the small browser of WebKitGTK, which belongs to its driver, or null. */
export function findMiniBrowser() {
  const folders = ['/usr/libexec', '/usr/lib', ...foldersIn('/usr/lib')];
  return folders.map((folder) => join(folder, 'webkit2gtk-4.1', 'MiniBrowser')).find(isProgram);
}

/** @param {string} folder */
function foldersIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((name) => join(folder, name));
}

/**
 * Returns the first of `names` that is a program on the PATH, or null.
 *
 * @param {readonly string[]} names
 */
export function findProgram(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  for (const name of names) {
    for (const folder of folders) {
      const path = join(folder, name);
      if (isProgram(path)) return path;
    }
  }
  return null;
}

/** @param {BrowserName} name */
function inApplications(name) {
  const paths =
    process.platform === 'darwin'
      ? ['/Applications', join(HOME, 'Applications')].flatMap((folder) =>
          MAC_APPS[name].map((app) =>
            join(folder, `${app}.app`, 'Contents', 'MacOS', name === 'firefox' ? 'firefox' : app),
          ),
        )
      : process.platform === 'win32'
        ? PROGRAMS.flatMap((folder) => WINDOWS_FILES[name].map((file) => join(folder, ...file)))
        : [];
  return paths.find(isProgram) ?? null;
}

/** Returns the newest Chromium in Playwright's cache, or null. */
function inPlaywrightCache() {
  const caches = {
    linux: join(process.env.XDG_CACHE_HOME ?? join(HOME, '.cache'), 'ms-playwright'),
    darwin: join(HOME, 'Library', 'Caches', 'ms-playwright'),
    win32: join(LOCAL, 'ms-playwright'),
  };
  const cache =
    process.env.PLAYWRIGHT_BROWSERS_PATH ??
    caches[/** @type {keyof typeof caches} */ (process.platform)];
  if (!cache || !existsSync(cache)) return null;
  const builds = readdirSync(cache)
    .filter((folder) => /^chromium-\d+$/.test(folder))
    .sort((a, b) => Number(b.slice(9)) - Number(a.slice(9)));
  return (
    builds
      .flatMap((build) => IN_PLAYWRIGHT.map((file) => join(cache, build, ...file)))
      .find(isProgram) ?? null
  );
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false; // The file does not exist or is not accessible, so it cannot be started.
  }
}
