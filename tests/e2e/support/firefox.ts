import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { findBrowser } from '../../../scripts/set-up/find-browser.mjs';
import type { LaunchOptions } from './chromium.ts';
import { type Display, SCREEN, type ScreenPoint } from './display.ts';
import { FirefoxChrome } from './firefox-chrome.ts';
import type { Badge, OwnPage } from './real-browser.ts';
import { byBrowser, type Pointer, ScreenPage } from './screen-page.ts';
import { until } from './until.ts';

const EXTENSION_ID = 'leafmark@leafmark.app';
/** Fixed, so that the address of the extension's pages is known. */
const UUID = '3f0c1b52-6f0e-4b0b-9d0b-9a2f1c5e7d10';

/** One run of Firefox: from launch until it is closed or killed. */
export class FirefoxRun {
  readonly origin = `moz-extension://${UUID}`;
  readonly #browser: Browser;
  readonly #display: Display;
  readonly #chrome: FirefoxChrome;

  private constructor(browser: Browser, chrome: FirefoxChrome, display: Display) {
    this.#browser = browser;
    this.#chrome = chrome;
    this.#display = display;
  }

  static async launch({ display, extension, profile, proxy }: LaunchOptions): Promise<FirefoxRun> {
    const executablePath = findBrowser('firefox');
    if (executablePath === null) throw new Error('No Firefox here: node scripts/set-up.mjs');
    const [proxyHost, proxyPort] = proxy.split(':');
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath,
      headless: false,
      userDataDir: profile,
      defaultViewport: null,
      env: display.env,
      // Without it the popup and the toolbar are out of reach.
      args: [
        '--remote-allow-system-access',
        `--width=${SCREEN.width}`,
        `--height=${SCREEN.height}`,
      ],
      extraPrefsFirefox: {
        'browser.shell.checkDefaultBrowser': false,
        'browser.aboutwelcome.enabled': false,
        'browser.toolbars.bookmarks.visibility': 'never',
        'datareporting.policy.dataSubmissionEnabled': false,
        'extensions.webextensions.uuids': JSON.stringify({ [EXTENSION_ID]: UUID }),
        // A temporary add-on is gone after a restart; its library must not be.
        'extensions.webextensions.keepStorageOnUninstall': true,
        'extensions.webextensions.keepUuidOnUninstall': true,
        'network.proxy.type': 1,
        'network.proxy.http': proxyHost ?? '',
        'network.proxy.http_port': Number(proxyPort),
        'network.proxy.ssl': proxyHost ?? '',
        'network.proxy.ssl_port': Number(proxyPort),
        'ui.popup.disable_autohide': false,
      },
    });
    await browser.installExtension(extension);
    const chrome = await FirefoxChrome.of(browser, EXTENSION_ID);
    await chrome.pinButton();
    return new FirefoxRun(browser, chrome, display);
  }

  async newPage(): Promise<ScreenPage> {
    const page = await this.#browser.newPage();
    await page.bringToFront();
    return this.#screenPage(page, byBrowser);
  }

  async openOwn(page: OwnPage, hash: string): Promise<ScreenPage> {
    const opened = await this.newPage();
    const address = `${this.origin}/${page}.html`;
    // Going to an extension's page takes effect, but never resolves.
    opened.page.goto(`${address}${hash}`).catch(() => {});
    await until(`${page}.html is loaded`, () =>
      opened.evaluate(
        (wanted) => location.href.startsWith(wanted) && document.readyState === 'complete',
        address,
      ),
    );
    return opened;
  }

  async pages(): Promise<readonly ScreenPage[]> {
    return (await this.#browser.pages()).map((page) => this.#screenPage(page, byBrowser));
  }

  buttonPlace(): Promise<ScreenPoint> {
    return this.#chrome.buttonPlace();
  }

  async openPopup(): Promise<ScreenPage | null> {
    const page = await this.#chrome.popup(`${this.origin}/popup.html`);
    // Input that is sent by the protocol does not arrive in a popup; the mouse on the screen does.
    return page && this.#screenPage(page, (_, place) => this.#clickOnScreen(place));
  }

  badge(): Promise<Badge> {
    return this.#chrome.badge();
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

  #clickOnScreen({ screenX, screenY }: { screenX: number; screenY: number }): Promise<void> {
    return this.#display.click({ x: screenX, y: screenY });
  }

  #screenPage(page: Page, pointer: Pointer): ScreenPage {
    return new ScreenPage(page, this.#display, pointer);
  }
}
