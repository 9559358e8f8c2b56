import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import puppeteer, { type Browser } from 'puppeteer-core';
import { findBrowser } from '../../../scripts/set-up/find-browser.mjs';

export interface LaunchOptions {
  /** The built extension. */
  readonly extension: string;
  /** Made when it is not there; kept. */
  readonly profile: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `host:port` that all requests go through; null: as the machine is set. */
  readonly proxy: string | null;
  /** KiB that Firefox keeps for all sites and extensions together; as much as it likes when not given. */
  readonly storageKiB?: number | undefined;
  /** In px, at the screen's corner; null: as the browser likes. */
  readonly window: { readonly width: number; readonly height: number } | null;
}

/** On a busy machine Firefox takes more than half a minute to start. */
export const START_TIMEOUT_MS = 180_000;

const FLAGS = [
  '--no-first-run',
  '--no-default-browser-check',
  // A page that could not be reached would be tried again, as if somebody had asked for it.
  '--disable-auto-reload',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-quic',
  '--disable-sync',
  '--hide-crash-restore-bubble',
  '--password-store=basic',
];

/** Starts Chromium (or a branded build of it) with the extension in it and its button pinned. */
export async function launchChromium({
  extension,
  profile,
  env,
  proxy,
  window,
}: LaunchOptions): Promise<{ readonly browser: Browser; readonly id: string }> {
  const executablePath = findBrowser('chromium');
  if (executablePath === null) throw new Error('No Chromium here: node scripts/set-up.mjs');
  pinButton(profile, extension);
  const browser = await puppeteer.launch({
    executablePath,
    timeout: START_TIMEOUT_MS,
    headless: false,
    // Over the pipe an extension can be loaded into branded builds too, which since 137 take no
    // --load-extension.
    pipe: true,
    enableExtensions: true,
    userDataDir: profile,
    defaultViewport: null,
    // Nothing here listens to requests, and a page of 10,000 images makes 40,000 events of them.
    networkEnabled: false,
    env,
    ignoreDefaultArgs: ['--enable-automation'],
    args: [
      ...FLAGS,
      ...(proxy === null ? [] : [`--proxy-server=${proxy}`, '--disable-gpu']),
      ...(window === null
        ? []
        : [`--window-size=${window.width},${window.height}`, '--window-position=0,0']),
      // Chromium's sandbox refuses root, and root is what a container has.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
  return { browser, id: await browser.installExtension(extension) };
}

/** Pins the button to the toolbar, as a person would do once, in a profile that is not yet used. */
function pinButton(profile: string, extension: string): void {
  const preferences = join(profile, 'Default', 'Preferences');
  if (existsSync(preferences)) return;
  mkdirSync(join(profile, 'Default'), { recursive: true });
  const pinned = { extensions: { pinned_extensions: [unpackedId(extension)] } };
  writeFileSync(preferences, JSON.stringify(pinned));
}

/** The id Chromium gives to an unpacked extension: the hash of its path, in letters a to p. */
function unpackedId(path: string): string {
  const hash = createHash('sha256').update(path).digest('hex').slice(0, 32);
  return [...hash].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16))).join('');
}
