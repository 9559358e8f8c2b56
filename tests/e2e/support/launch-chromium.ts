import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import puppeteer, { type Browser } from 'puppeteer-core';
import { findBrowser } from '../../../scripts/set-up/find-browser.mjs';
import { START_TIMEOUT_MS } from './browsers.ts';

export interface LaunchOptions {
  /** The folder of the built extension. */
  readonly extension: string;
  /** The folder of the profile, which is created if it is missing, and kept. */
  readonly profile: string;
  /** The folder that gets downloads; that of the browser without it. */
  readonly downloads?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The proxy for all requests as `host:port`; null for the settings of the machine. */
  readonly proxy: string | null;
  /**
   * The storage in KiB that Firefox gives to all sites and extensions together; no limit without
   * it.
   */
  readonly storageKiB?: number | undefined;
  /**
   * The size in px of the window, which is at the corner of the display; null for the browser's
   * default.
   */
  readonly window: { readonly width: number; readonly height: number } | null;
  /** The longest time of a call in a page, in ms; three minutes without it. */
  readonly protocolTimeout?: number;
}

const FLAGS = [
  '--no-first-run',
  '--no-default-browser-check',
  // The browser would reload a page that was unreachable, which looks like a request of the user.
  '--disable-auto-reload',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-quic',
  '--disable-sync',
  '--hide-crash-restore-bubble',
  '--password-store=basic',
];

/** Starts Chromium or a branded build of it with the extension and its pinned button. */
export async function launchChromium({
  extension,
  profile,
  downloads,
  env,
  proxy,
  window,
  protocolTimeout,
}: LaunchOptions): Promise<{ readonly browser: Browser; readonly id: string }> {
  const executablePath = findBrowser('chromium');
  if (executablePath === null) throw new Error('No Chromium here: node scripts/set-up.mjs');
  setPreferences(profile, extension, downloads);
  const browser = await puppeteer.launch({
    executablePath,
    timeout: START_TIMEOUT_MS,
    ...(protocolTimeout !== undefined && { protocolTimeout }),
    headless: false,
    // Branded builds ignore --load-extension since version 137, but accept extensions over the
    // pipe.
    pipe: true,
    enableExtensions: true,
    userDataDir: profile,
    defaultViewport: null,
    // The tests do not listen to requests, and a page with 10,000 images would send 40,000 events.
    networkEnabled: false,
    env,
    ignoreDefaultArgs: ['--enable-automation'],
    args: [
      ...FLAGS,
      ...(proxy === null ? [] : [`--proxy-server=${proxy}`, '--disable-gpu']),
      ...(window === null
        ? []
        : [`--window-size=${window.width},${window.height}`, '--window-position=0,0']),
      // Chromium's sandbox does not run as root, which is the user in containers.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
  return { browser, id: await browser.installExtension(extension) };
}

/** Pins the button to the toolbar of an unused profile, as a person does once. */
function setPreferences(profile: string, extension: string, downloads: string | undefined): void {
  const preferences = join(profile, 'Default', 'Preferences');
  if (existsSync(preferences)) return;
  mkdirSync(join(profile, 'Default'), { recursive: true });
  const content = {
    extensions: { pinned_extensions: [unpackedId(extension)] },
    ...(downloads && { download: { default_directory: downloads } }),
  };
  writeFileSync(preferences, JSON.stringify(content));
}

/** Returns Chromium's id of an unpacked extension: the hash of its path in letters from a to p. */
function unpackedId(path: string): string {
  const hash = createHash('sha256').update(path).digest('hex').slice(0, 32);
  return [...hash].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16))).join('');
}
