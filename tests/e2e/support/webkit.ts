import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Builder, By, type WebDriver, type WebElement } from 'selenium-webdriver';
import { findMiniBrowser } from '../../../scripts/set-up/find-browser.mjs';
import { freePort } from '../../support/free-port.ts';
import { PROJECT_ROOT } from '../../support/project.ts';
import { act } from './act.ts';
import { ADA } from './companion-server.ts';
import { Display } from './display.ts';
import { until } from './until.ts';

/** Runs in a page. Says for an error what the page shows instead. */
const describePage = () =>
  // biome-ignore lint/performance/useDomNodeTextContent: the text as it is shown
  `${location.pathname}${location.hash} shows "${document.body.innerText.slice(0, 300)}"`;

const PICTURES = join(PROJECT_ROOT, 'tests', '.artifacts', 'webkit');

/** The engine of Safari, without the extension: WebKitGTK in a small browser, and its driver. */
export class WebKit {
  readonly #driver: WebDriver;
  readonly #display: Display;
  readonly #program: ChildProcess;

  private constructor(driver: WebDriver, display: Display, program: ChildProcess) {
    this.#driver = driver;
    this.#display = display;
    this.#program = program;
  }

  /**
   * Starts it with a new profile, in a window that is as narrow as it can be.
   * @param httpProxy the address of a proxy for all of its requests
   */
  static async launch(httpProxy?: string): Promise<WebKit> {
    const binary = findMiniBrowser();
    if (binary === undefined) throw new Error('No WebKit here: node scripts/set-up.mjs --webkit');
    const display = await Display.open();
    const port = await freePort();
    const program = spawn('WebKitWebDriver', ['-p', String(port)], {
      env: display.env,
      stdio: 'ignore',
    });
    try {
      const address = `http://127.0.0.1:${port}`;
      await until(
        'the driver of WebKit answers',
        async () => (await fetch(`${address}/status`)).ok,
      );
      const driver = await new Builder()
        .usingServer(address)
        .withCapabilities({
          browserName: 'MiniBrowser',
          'webkitgtk:browserOptions': {
            binary,
            args: ['--automation', ...(httpProxy === undefined ? [] : [`--proxy=${httpProxy}`])],
          },
        })
        .build();
      await driver.manage().window().setRect({ x: 0, y: 0, width: 390, height: 844 });
      return new WebKit(driver, display, program);
    } catch (error) {
      program.kill();
      display.close();
      throw error;
    }
  }

  open(address: string): Promise<void> {
    return this.#driver.get(address);
  }

  reload(): Promise<void> {
    return this.#driver.navigate().refresh();
  }

  /** Runs a function in the page. It gets and returns JSON and cannot use anything outside of itself. */
  evaluate<Args extends unknown[], T>(
    run: (...args: Args) => T | Promise<T>,
    ...args: Args
  ): Promise<T> {
    return this.#driver.executeScript(`return (${run})(...arguments)`, ...args);
  }

  /** Waits for a visible element. */
  sees(selector: string): Promise<WebElement> {
    return until(`${selector} is shown`, async () => {
      const [element] = await this.#driver.findElements(By.css(selector));
      if (await element?.isDisplayed()) return element;
      throw new Error(await this.evaluate(describePage));
    });
  }

  /** Waits until the elements have exactly these texts. */
  async seesTexts(selector: string, wanted: readonly string[]): Promise<void> {
    await until(`${selector} shows ${wanted}`, async () => {
      const texts = await this.evaluate(
        (selector) => [...document.querySelectorAll(selector)].map((each) => each.textContent),
        selector,
      );
      if (`${texts}` === `${wanted}`) return true;
      throw new Error(await this.evaluate(describePage));
    });
  }

  /** Waits until the visible text of the page has these words. */
  async seesText(words: string): Promise<void> {
    await until(`the page shows "${words}"`, () =>
      // biome-ignore lint/performance/useDomNodeTextContent: what is hidden must not count
      this.evaluate((wanted) => document.body.innerText.includes(wanted), words),
    );
  }

  async waitUntilGone(selector: string, timeoutMs?: number): Promise<void> {
    await until(
      `${selector} is gone`,
      async () => (await this.#driver.findElements(By.css(selector))).length === 0,
      timeoutMs,
    );
  }

  async click(selector: string): Promise<void> {
    await until(`${selector} can be clicked`, async () => {
      await (await this.sees(selector)).click();
      return true;
    });
  }

  async fill(selector: string, text: string): Promise<void> {
    await (await this.sees(selector)).sendKeys(text);
  }

  /** Signs in as Ada on the page of the server, which is shown. */
  async signIn(): Promise<void> {
    const password = 'input[type=password]';
    const enter = async () => {
      for (const [selector, text] of [
        ['input[autocomplete=username]', ADA.name],
        [password, ADA.password],
      ] as const) {
        const field = await this.sees(selector);
        await field.clear();
        await field.sendKeys(text);
      }
      await this.click('form button[type=submit]');
    };
    const isGone = async () => (await this.#driver.findElements(By.css(password))).length === 0;
    await act('Ada is signed in', enter, isGone, { repeatAfterMs: 10_000 });
  }

  /** Clicks at a point of the window. */
  async clickAt({ x, y }: { readonly x: number; readonly y: number }): Promise<void> {
    const [left, top] = [Math.round(x), Math.round(y)];
    await this.#driver.actions().move({ x: left, y: top }).click().perform();
  }

  /** Presses the mouse at a point, moves it to another and releases it. */
  async drag(
    from: { readonly x: number; readonly y: number },
    to: { readonly x: number; readonly y: number },
  ): Promise<void> {
    await this.#driver
      .actions()
      .move({ x: Math.round(from.x), y: Math.round(from.y) })
      .press()
      .move({ x: Math.round(to.x), y: Math.round(to.y) })
      .release()
      .perform();
  }

  /** Presses a key in the page. */
  async press(key: string): Promise<void> {
    await this.#driver.actions().sendKeys(key).perform();
  }

  /** Writes a picture of the page for people. */
  async picture(name: string): Promise<void> {
    const path = join(PICTURES, `${name.replaceAll(/\W+/g, '-')}.png`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, await this.#driver.takeScreenshot(), 'base64');
  }

  async close(): Promise<void> {
    await this.#driver.quit();
    this.#program.kill();
    this.#display.close();
  }
}
