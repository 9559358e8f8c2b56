import type { Browser, Page } from 'puppeteer-core';
import type { Display, ScreenPoint } from './display.ts';
import { FirefoxChrome } from './firefox-chrome.ts';
import type { LaunchOptions } from './launch-chromium.ts';
import { FIREFOX_EXTENSION_ID, FIREFOX_UUID, launchFirefox } from './launch-firefox.ts';
import { profileIsAtRest } from './profile-at-rest.ts';
import type { Badge, OwnPage } from './real-browser.ts';
import { byBrowser, type Pointer, ScreenPage } from './screen-page.ts';
import { until } from './until.ts';

/** One run of Firefox, from its launch until it is closed or killed. */
export class FirefoxRun {
  readonly origin = `moz-extension://${FIREFOX_UUID}`;
  readonly #browser: Browser;
  readonly #display: Display;
  /** The window in use. */
  #chrome: FirefoxChrome;
  readonly #profile: string;
  readonly #extension: string;

  private constructor(
    browser: Browser,
    chrome: FirefoxChrome,
    display: Display,
    options: LaunchOptions,
  ) {
    this.#browser = browser;
    this.#chrome = chrome;
    this.#display = display;
    this.#profile = options.profile;
    this.#extension = options.extension;
  }

  static async launch(options: LaunchOptions, display: Display): Promise<FirefoxRun> {
    const browser = await launchFirefox(options);
    const chrome = await FirefoxChrome.of(browser, FIREFOX_EXTENSION_ID);
    await chrome.pinButton();
    return new FirefoxRun(browser, chrome, display, options);
  }

  async newPage(type: 'tab' | 'window' = 'tab'): Promise<ScreenPage> {
    const page = await this.#browser.newPage({ type });
    await page.bringToFront();
    return this.#screenPage(page);
  }

  async openOwn(page: OwnPage, hash: string): Promise<ScreenPage> {
    const opened = await this.newPage();
    await this.#goToOwn(opened, `${page}.html${hash}`);
    return opened;
  }

  async openBehind(path: string): Promise<ScreenPage> {
    const opened = this.#screenPage(await this.#browser.newPage({ background: true }));
    await this.#goToOwn(opened, path);
    return opened;
  }

  async #goToOwn(page: ScreenPage, path: string): Promise<void> {
    // A navigation to an extension page takes effect, but never resolves.
    page.page.goto(`${this.origin}/${path}`).catch(() => {});
    const [address = ''] = `${this.origin}/${path}`.split('#');
    await until(`${path} is loaded`, () =>
      page.evaluate(
        (wanted) => location.href.startsWith(wanted) && document.readyState === 'complete',
        address,
      ),
    );
  }

  async pages(): Promise<readonly ScreenPage[]> {
    await this.#chrome.announceTabs();
    return (await this.#browser.pages()).map((page) => this.#screenPage(page));
  }

  buttonPlace(): Promise<ScreenPoint> {
    return this.#chrome.buttonPlace();
  }

  addressBarPlace(): Promise<ScreenPoint> {
    return this.#chrome.addressBarPlace();
  }

  /** Returns true if the foreground tab shows that address or one below it. */
  async shows(url: string): Promise<boolean> {
    return (await this.#chrome.address()).startsWith(url);
  }

  /** Returns true while the browser shows a permission prompt. */
  hasPrompt(): Promise<boolean> {
    return this.#chrome.hasPrompt();
  }

  async openPopup(): Promise<ScreenPage | null> {
    const page = await this.#chrome.popup(`${this.origin}/popup.html`);
    // Input over the protocol does not arrive in a popup, but input of the display's mouse does.
    if (page === null) return null;
    const pointer: Pointer = (_, { screenX: x, screenY: y }, button) =>
      this.#display.click({ x, y }, button);
    return new ScreenPage(page, this.#display, pointer, (shown) => this.#chrome.focus(shown));
  }

  /** Allows the extension in private windows through the browser's page of extensions. */
  allowPrivateWindows(): Promise<void> {
    return this.#chrome.allowPrivateWindows();
  }

  /** Continues in the private window. Returns false while there is none. */
  async moveToPrivateWindow(): Promise<boolean> {
    const window = await FirefoxChrome.privateOf(this.#browser, FIREFOX_EXTENSION_ID);
    if (window === null) return false;
    this.#chrome = window;
    return true;
  }

  /** Installs the extension again, without its storage and permissions. */
  async reinstall(): Promise<void> {
    await this.#chrome.keepStorage(false);
    await this.#browser.uninstallExtension(FIREFOX_EXTENSION_ID);
    await this.#chrome.keepStorage(true);
    await this.#chrome.forgetSites();
    await this.#browser.installExtension(this.#extension);
    await this.#chrome.pinButton();
  }

  stopWorker(): Promise<void> {
    return this.#chrome.stopBackground();
  }

  badge(): Promise<Badge> {
    return this.#chrome.badge();
  }

  async kill(): Promise<void> {
    const program = this.#browser.process();
    const gone = new Promise((done) => program?.once('exit', done));
    program?.kill('SIGKILL');
    await gone;
    await profileIsAtRest(this.#profile);
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await profileIsAtRest(this.#profile);
  }

  #screenPage(page: Page): ScreenPage {
    return new ScreenPage(page, this.#display, byBrowser, async (shown) => {
      await shown.bringToFront();
      await this.#chrome.focus(shown);
    });
  }
}
