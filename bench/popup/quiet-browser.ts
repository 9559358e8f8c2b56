import { existsSync, readdirSync } from 'node:fs';
import { type Browser, Connection, type Protocol } from 'puppeteer-core';
import { type LaunchOptions, launchChromium } from '../../tests/e2e/support/launch-chromium';
import { until } from '../../tests/e2e/support/until';
import { Tab } from './tab';

type Target = Protocol.Target.TargetInfo;

/**
 * Real Chromium with the extension in it, where no debugger is attached to what is measured: an
 * attached one holds each new page and worker until it has told them to go on.
 */
export class QuietBrowser implements AsyncDisposable {
  readonly origin: string;
  readonly #browser: Browser;
  readonly #connection: Connection;

  private constructor(browser: Browser, id: string, connection: Connection) {
    this.#browser = browser;
    this.#connection = connection;
    this.origin = `chrome-extension://${id}`;
  }

  /**
   * Starts it; returns when what happens at a start is over, and the background stopped. In a new
   * profile that is the welcome page.
   */
  static async launch(options: LaunchOptions): Promise<QuietBrowser> {
    const isNew = !existsSync(options.profile) || readdirSync(options.profile).length === 0;
    const { browser, id } = await launchChromium(options);
    const connection = Connection.fromSession(await browser.target().createCDPSession());
    if (!connection) throw new Error('Chromium does not listen');
    const quiet = new QuietBrowser(browser, id, connection);
    const welcome = isNew
      ? await until('the welcome page opens', () => quiet.#find('welcome.html'))
      : await hasBegun(browser, quiet.origin);
    // Not before: a worker that is let go while it is held stays as it is.
    const autoAttach = { autoAttach: false, waitForDebuggerOnStart: false, flatten: true };
    await connection.send('Target.setAutoAttach', autoAttach);
    if (welcome) await quiet.#close(welcome);
    await quiet.stopWorker();
    return quiet;
  }

  /** Opens an address in a new tab in front; there when it has loaded. */
  async open(url: string): Promise<Tab> {
    const tab = await this.#newTab(url);
    const isThere = `document.readyState === 'complete' && location.href === '${url}'`;
    await until(`${url} has loaded`, () => tab.evaluate(isThere));
    return tab;
  }

  /** Goes to a page of the extension in a new tab, as large as the popup; does not wait for it. */
  async goTo(path: string): Promise<Tab> {
    const tab = await this.#newTab('about:blank');
    await tab.goToSmall(`${this.origin}/${path}`);
    return tab;
  }

  /** Stops the background, as the browser does once it has had nothing to do for a while. */
  async stopWorker(): Promise<void> {
    await until('the background stops', async () => {
      const worker = await this.#find('background.js');
      if (!worker) return true;
      await this.#close(worker);
      return false; // what a tab has just done may have woken it again
    });
  }

  /** Whether a page of the extension is open whose path begins so. */
  async isOpen(path: string): Promise<boolean> {
    return (await this.#find(path)) !== null;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
  }

  async #newTab(url: string): Promise<Tab> {
    const { targetId } = await this.#connection.send('Target.createTarget', { url });
    const target = await until('the tab opens', async () =>
      (await this.#targets()).find((each) => each.targetId === targetId),
    );
    return new Tab(this.#connection, target);
  }

  #close({ targetId }: Target): Promise<unknown> {
    return this.#connection.send('Target.closeTarget', { targetId });
  }

  async #find(path: string): Promise<Target | null> {
    const targets = await this.#targets();
    const address = `${this.origin}/${path}`;
    // A tab is a target of its own, with the address of the page in it.
    return targets.find(({ type, url }) => type !== 'tab' && url.startsWith(address)) ?? null;
  }

  async #targets(): Promise<readonly Target[]> {
    return (await this.#connection.send('Target.getTargets')).targetInfos;
  }
}

/** Waits until the background has run its script. */
async function hasBegun(browser: Browser, origin: string): Promise<null> {
  const target = await browser.waitForTarget((each) => each.url() === `${origin}/background.js`);
  const worker = await target.worker();
  await worker?.evaluate(() => null);
  return null;
}
