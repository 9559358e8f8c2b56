import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import puppeteer, { type Browser } from 'puppeteer-core';
import { findBrowser } from '../../../scripts/set-up/find-browser.mjs';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { START_TIMEOUT_MS } from './browsers.ts';
import {
  addKnownCompiled,
  COMPILED_IN,
  copyCompiled,
  NO_SPARE_PROCESS,
} from './firefox-profile.ts';
import type { LaunchOptions } from './launch-chromium.ts';

/** The same id as in manifest.config.ts. */
export const FIREFOX_EXTENSION_ID = 'leafmark@leafmark.app';
/** Fixed, so that the address of the extension's pages and its library stay the same. */
export const FIREFOX_UUID = '3f0c1b52-6f0e-4b0b-9d0b-9a2f1c5e7d10';

/** Puts what Firefox has compiled into the folder of a new profile, and compiles it first if necessary. */
export async function addCompiled(options: LaunchOptions): Promise<void> {
  if (!existsSync(COMPILED_IN)) await compile(options);
  addKnownCompiled(options.profile);
}

/** Starts Firefox with a profile of its own, and keeps what it has compiled. */
async function compile(options: LaunchOptions): Promise<void> {
  const profile = temporaryFolder('leafmark-firefox-compiled');
  const browser = await startFirefox({ ...options, profile });
  await browser.close();
  mkdirSync(dirname(COMPILED_IN), { recursive: true });
  const copy = mkdtempSync(`${COMPILED_IN}-`);
  copyCompiled(profile, copy);
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  try {
    renameSync(copy, COMPILED_IN);
  } catch {
    // Another process was faster.
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Starts Firefox with the extension as a temporary add-on that keeps its storage. */
export async function launchFirefox(options: LaunchOptions): Promise<Browser> {
  const browser = await startFirefox(options);
  await browser.installExtension(options.extension);
  return browser;
}

function startFirefox({
  profile,
  downloads,
  env,
  proxy,
  storageKiB,
  window,
}: LaunchOptions): Promise<Browser> {
  const executablePath = findBrowser('firefox');
  if (executablePath === null) throw new Error('No Firefox here: node scripts/set-up.mjs');
  mkdirSync(profile, { recursive: true });
  return puppeteer.launch({
    browser: 'firefox',
    executablePath,
    timeout: START_TIMEOUT_MS,
    headless: false,
    userDataDir: profile,
    defaultViewport: null,
    // The tests do not listen to requests, and a page with 10,000 images would send 40,000 events.
    networkEnabled: false,
    env,
    args: [
      // Without it, the popup and the toolbar cannot be reached.
      '--remote-allow-system-access',
      ...(window === null ? [] : [`--width=${window.width}`, `--height=${window.height}`]),
    ],
    extraPrefsFirefox: {
      'browser.aboutwelcome.enabled': false,
      // The second means the folder of the first.
      ...(downloads && { 'browser.download.dir': downloads, 'browser.download.folderList': 2 }),
      'browser.download.alwaysOpenPanel': false, // An open panel gets the next key.
      'browser.shell.checkDefaultBrowser': false,
      'browser.toolbars.bookmarks.visibility': 'never',
      ...NO_SPARE_PROCESS,
      'datareporting.policy.dataSubmissionEnabled': false,
      'extensions.webextensions.uuids': JSON.stringify({ [FIREFOX_EXTENSION_ID]: FIREFOX_UUID }),
      'extensions.webextensions.keepStorageOnUninstall': true,
      'extensions.webextensions.keepUuidOnUninstall': true,
      ...(proxy === null ? {} : proxyPreferences(proxy)),
      ...(storageKiB === undefined
        ? {}
        : { 'dom.quotaManager.temporaryStorage.fixedLimit': storageKiB }),
    },
  });
}

function proxyPreferences(proxy: string): Record<string, string | number> {
  const [host = '', port] = proxy.split(':');
  return {
    'network.proxy.type': 1,
    'network.proxy.http': host,
    'network.proxy.http_port': Number(port),
    'network.proxy.ssl': host,
    'network.proxy.ssl_port': Number(port),
  };
}
