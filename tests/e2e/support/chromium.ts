import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import puppeteer, { type Browser, type Page, type Target } from 'puppeteer-core';
import { findBrowser } from '../../../scripts/set-up/find-browser.mjs';
import { type Display, SCREEN } from './display.ts';
import { findLeaf } from './leaf-on-screen.ts';
import type { Badge, OwnPage } from './real-browser.ts';
import { byBrowser, ScreenPage } from './screen-page.ts';

const FLAGS = [
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--hide-crash-restore-bubble',
  '--password-store=basic',
  `--window-size=${SCREEN.width},${SCREEN.height}`,
  '--window-position=0,0',
];

export interface LaunchOptions {
  readonly display: Display;
  /** The built extension. */
  readonly extension: string;
  readonly profile: string;
  /** `host:port` that all requests go through. */
  readonly proxy: string;
}

/** One run of Chromium: from launch until it is closed or killed. */
export class ChromiumRun {
  readonly origin: string;
  readonly #browser: Browser;
  readonly #display: Display;

  private constructor(browser: Browser, id: string, display: Display) {
    this.#browser = browser;
    this.#display = display;
    this.origin = `chrome-extension://${id}`;
  }

  static async launch({ display, extension, profile, proxy }: LaunchOptions): Promise<ChromiumRun> {
    const executablePath = findBrowser('chromium');
    if (executablePath === null) throw new Error('No Chromium here: node scripts/set-up.mjs');
    pinButton(profile, extension);
    const browser = await puppeteer.launch({
      executablePath,
      headless: false,
      // Over the pipe an extension can be loaded into branded builds too, which since 137 take no
      // --load-extension.
      pipe: true,
      enableExtensions: true,
      userDataDir: profile,
      defaultViewport: null,
      env: display.env,
      ignoreDefaultArgs: ['--enable-automation'],
      args: [
        ...FLAGS,
        `--proxy-server=${proxy}`,
        // Chromium's sandbox refuses root, and root is what a container has.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    });
    const id = await browser.installExtension(extension);
    return new ChromiumRun(browser, id, display);
  }

  async newPage(): Promise<ScreenPage> {
    const page = await this.#browser.newPage();
    await page.bringToFront();
    return this.#screenPage(page);
  }

  async openOwn(page: OwnPage, hash: string): Promise<ScreenPage> {
    const opened = await this.newPage();
    await opened.page.goto(`${this.origin}/${page}.html${hash}`);
    return opened;
  }

  async pages(): Promise<readonly ScreenPage[]> {
    return (await this.#browser.pages()).map((page) => this.#screenPage(page));
  }

  /** The middle of the toolbar button. */
  buttonPlace() {
    return findLeaf(this.#display);
  }

  async openPopup(): Promise<ScreenPage | null> {
    const target = this.#browser.targets().find((candidate) => this.#isPopup(candidate));
    return target ? this.#screenPage(await target.asPage()) : null;
  }

  async badge(): Promise<Badge> {
    const target = await this.#browser.waitForTarget((candidate) => this.#isWorker(candidate));
    const worker = await target.worker();
    if (!worker) throw new Error('The service worker can not be reached');
    return worker.evaluate(async () => {
      // In the worker `chrome` is the extension's API, of which this file knows no types.
      const { action, tabs } = (globalThis as unknown as { chrome: ExtensionApi }).chrome;
      const [tab] = await tabs.query({ active: true, lastFocusedWindow: true });
      const of = tab ? { tabId: tab.id } : {};
      return { text: await action.getBadgeText(of), title: await action.getTitle(of) };
    });
  }

  async kill(): Promise<void> {
    const program = this.#browser.process();
    const gone = new Promise((done) => program?.once('exit', done));
    program?.kill('SIGKILL');
    await gone;
  }

  close(): Promise<void> {
    return this.#browser.close();
  }

  #screenPage(page: Page): ScreenPage {
    return new ScreenPage(page, this.#display, byBrowser);
  }

  #isPopup(target: Target): boolean {
    // A popup that was opened as a tab has an opener or a history; the real one is in no window.
    return target.url().startsWith(`${this.origin}/popup.html`);
  }

  #isWorker(target: Target): boolean {
    return target.type() === 'service_worker' && target.url().startsWith(this.origin);
  }
}

interface ExtensionApi {
  readonly action: {
    getBadgeText(of: { tabId?: number }): Promise<string>;
    getTitle(of: { tabId?: number }): Promise<string>;
  };
  readonly tabs: {
    query(query: { active: true; lastFocusedWindow: true }): Promise<{ id: number }[]>;
  };
}

/** Pins the button to the toolbar, as a person would do once, in a profile that is not yet used. */
function pinButton(profile: string, extension: string): void {
  const folder = join(profile, 'Default');
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(
      join(folder, 'Preferences'),
      JSON.stringify({ extensions: { pinned_extensions: [unpackedId(extension)] } }),
      { flag: 'wx' },
    );
  } catch {
    // The profile has been used: its preferences are its own.
  }
}

/** The id Chromium gives to an unpacked extension: the hash of its path, in letters a to p. */
function unpackedId(path: string): string {
  const hash = createHash('sha256').update(path).digest('hex').slice(0, 32);
  return [...hash].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16))).join('');
}
