import type { Browser, Page, Target, WebWorker } from 'puppeteer-core';
import { CONDITION_TIMEOUT_MS } from '../../support/timeouts.ts';
import type { Display, ScreenPoint } from './display.ts';
import { type LaunchOptions, launchChromium } from './launch-chromium.ts';
import { findLeaf } from './leaf-on-screen.ts';
import { showsPrompt } from './permission-prompt.ts';
import type { Badge, OwnPage } from './real-browser.ts';
import { byBrowser, ScreenPage } from './screen-page.ts';

/** One run of Chromium, from its launch until it is closed or killed. */
export class ChromiumRun {
  readonly origin: string;
  readonly #browser: Browser;
  readonly #display: Display;
  readonly #extension: string;

  private constructor(browser: Browser, id: string, display: Display, extension: string) {
    this.#browser = browser;
    this.#display = display;
    this.#extension = extension;
    this.origin = `chrome-extension://${id}`;
  }

  static async launch(options: LaunchOptions, display: Display): Promise<ChromiumRun> {
    const { browser, id } = await launchChromium(options);
    return new ChromiumRun(browser, id, display, options.extension);
  }

  async newPage(type: 'tab' | 'window' = 'tab'): Promise<ScreenPage> {
    const page = await this.#browser.newPage({ type });
    await page.bringToFront();
    return this.#screenPage(page);
  }

  async openOwn(page: OwnPage, hash: string): Promise<ScreenPage> {
    const opened = await this.newPage();
    await opened.page.goto(`${this.origin}/${page}.html${hash}`);
    return opened;
  }

  async openBehind(path: string): Promise<ScreenPage> {
    const page = await this.#browser.newPage({ background: true });
    await page.goto(`${this.origin}/${path}`);
    return this.#screenPage(page);
  }

  async pages(): Promise<readonly ScreenPage[]> {
    return (await this.#browser.pages()).map((page) => this.#screenPage(page));
  }

  /** Returns the middle of the toolbar button. */
  buttonPlace(): Promise<ScreenPoint> {
    return findLeaf(this.#display);
  }

  async addressBarPlace(): Promise<ScreenPoint> {
    // The address bar is in the middle of the toolbar, in the line of the buttons.
    return { x: 500, y: (await this.buttonPlace()).y };
  }

  /**
   * Returns true if a tab in front shows that address or one below it, including the browser's own
   * pages and viewers.
   */
  async shows(url: string): Promise<boolean> {
    for (const target of this.#browser.targets()) {
      if (target.url().startsWith(url) && (await showsInFront(target, url))) return true;
    }
    return false;
  }

  /** Returns true while the browser shows a permission prompt. */
  async hasPrompt(): Promise<boolean> {
    return showsPrompt(this.#display.pixels());
  }

  async openPopup(): Promise<ScreenPage | null> {
    const target = this.#browser.targets().find((candidate) => this.#isPopup(candidate));
    return target ? this.#screenPage(await target.asPage()) : null;
  }

  /**
   * Allows the extension in private windows through the browser's page of extensions, which reloads
   * the extension.
   */
  async allowPrivateWindows(): Promise<void> {
    await this.#browser.installExtension(this.#extension, { enabledInIncognito: true });
  }

  /** Brings a private window to the front. Returns false if there is none. */
  async moveToPrivateWindow(): Promise<boolean> {
    return this.#browser.targets().some((target) => target.url().startsWith('chrome://newtab'));
  }

  /** Installs the extension again, without its storage and permissions. */
  async reinstall(): Promise<void> {
    await this.#browser.uninstallExtension(new URL(this.origin).hostname);
    await this.#browser.installExtension(this.#extension);
  }

  async badge(): Promise<Badge> {
    return (await this.#worker()).evaluate(async () => {
      // In the worker, `chrome` is the extension's API. This file has no types for it.
      const { action, tabs } = (globalThis as unknown as { chrome: ExtensionApi }).chrome;
      const [tab] = await tabs.query({ active: true, lastFocusedWindow: true });
      const of = tab ? { tabId: tab.id } : {};
      return { text: await action.getBadgeText(of), title: await action.getTitle(of) };
    });
  }

  async stopWorker(): Promise<void> {
    await (await this.#worker()).close();
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

  async #worker(): Promise<WebWorker> {
    const target = await this.#browser.waitForTarget((candidate) => this.#isWorker(candidate), {
      timeout: CONDITION_TIMEOUT_MS,
    });
    const worker = await target.worker();
    if (!worker) throw new Error('The service worker cannot be reached');
    return worker;
  }

  #screenPage(page: Page): ScreenPage {
    return new ScreenPage(page, this.#display, byBrowser, (shown) => shown.bringToFront());
  }

  #isPopup(target: Target): boolean {
    return target.url().startsWith(`${this.origin}/popup.html`);
  }

  #isWorker(target: Target): boolean {
    return target.type() === 'service_worker' && target.url().startsWith(this.origin);
  }
}

/** A target has a new address before its page has changed. */
async function showsInFront(target: Target, url: string): Promise<boolean> {
  const session = await target.createCDPSession();
  const { entries, currentIndex } = await session.send('Page.getNavigationHistory');
  const shown = entries[currentIndex];
  const expression = "document.visibilityState === 'visible'";
  const { result } = await session.send('Runtime.evaluate', { expression });
  await session.detach();
  const isThere = [shown?.url, shown?.userTypedURL].some((address) => address?.startsWith(url));
  return isThere && result.value === true;
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
