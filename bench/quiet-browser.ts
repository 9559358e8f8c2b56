import { existsSync, readdirSync } from 'node:fs';
import { type Browser, type CDPSession, Connection, type Protocol } from 'puppeteer-core';
import { type Display, SCREEN } from '../tests/e2e/support/display';
import { launchChromium } from '../tests/e2e/support/launch-chromium';
import { until } from '../tests/e2e/support/until';
import { type Arguments, type Callable, callOf, type Returned } from './browser';
import type { BenchExtension } from './extension';

type Target = Protocol.Target.TargetInfo;

const PAGE = 'bench-page.html';

/**
 * Real Chromium with the extension and without a debugger on the measured pages, because a debugger
 * pauses each new page and worker until it has configured them.
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
   * Starts the browser and returns when its start-up work is over and the background has stopped. A
   * new profile also shows the welcome page.
   */
  static async launch(
    extension: BenchExtension,
    { env }: Display,
    profile: string,
    proxy: string | null = null,
  ): Promise<QuietBrowser> {
    const isNew = !existsSync(profile) || readdirSync(profile).length === 0;
    const { browser, id } = await launchChromium({
      extension: extension.folder,
      profile,
      env,
      proxy,
      window: SCREEN,
    });
    const connection = Connection.fromSession(await browser.target().createCDPSession());
    if (!connection) throw new Error('Chromium does not listen');
    const quiet = new QuietBrowser(browser, id, connection);
    const welcome = isNew
      ? await until('the welcome page opens', () => quiet.#find('welcome.html'))
      : await hasBegun(browser, quiet.origin);
    // Not earlier, because a worker that is paused at that time would stay paused.
    const autoAttach = { autoAttach: false, waitForDebuggerOnStart: false, flatten: true };
    await connection.send('Target.setAutoAttach', autoAttach);
    if (welcome) await quiet.#close(welcome);
    await quiet.stopWorker();
    return quiet;
  }

  /** Opens an address in a new foreground tab and waits until it has loaded. */
  async open(url: string): Promise<Tab> {
    const tab = await this.#newTab(url);
    const isThere = `document.readyState === 'complete' && location.href === '${url}'`;
    await until(`${url} has loaded`, () => tab.evaluate(isThere));
    return tab;
  }

  /**
   * Opens a page of the extension in a new tab with the size of the popup, without waiting for it.
   */
  async goTo(path: string): Promise<Tab> {
    const tab = await this.#newTab('about:blank');
    await tab.goToSmall(`${this.origin}/${path}`);
    return tab;
  }

  /** Calls a function in the benchmark's page of the extension, which is closed afterwards. */
  async call<Name extends Callable>(name: Name, ...args: Arguments<Name>): Promise<Returned<Name>> {
    const tab = await this.open(`${this.origin}/${PAGE}`);
    try {
      return await tab.evaluate<Returned<Name>>(callOf(name, args));
    } finally {
      await tab.close();
      await until('the page of the benchmark is closed', async () => !(await this.isOpen(PAGE)));
    }
  }

  /** Stops the background, as the browser does after some idle time. */
  async stopWorker(): Promise<void> {
    await until('the background stops', async () => {
      const worker = await this.#find('background.js');
      if (!worker) return true;
      await this.#close(worker);
      return false; // A recent action of a tab may have started it again.
    });
  }

  /** Returns true if a page of the extension is open whose path starts with `path`. */
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
    // A tab is a target of its own with the address of its page.
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

/** The size of the popup. */
const POPUP_SIZE = { width: 400, height: 600 } as const;

/** A tab that has a debugger attached only during a call. */
export class Tab {
  readonly id: string;
  readonly #connection: Connection;
  readonly #info: Target;

  constructor(connection: Connection, info: Target) {
    this.#connection = connection;
    this.#info = info;
    this.id = info.targetId;
  }

  /**
   * Evaluates an expression, waits for its result and returns it as JSON. Throws what it throws.
   */
  async evaluate<T>(expression: string): Promise<T> {
    const session = await this.#attach();
    try {
      const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        returnByValue: true,
      });
      if (exceptionDetails) {
        throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      }
      return result.value; // The caller knows the type.
    } finally {
      await session.detach();
    }
  }

  /** Goes to an address with the inner size of the popup, which keeps the debugger attached. */
  async goToSmall(url: string): Promise<void> {
    const session = await this.#attach();
    const size = { ...POPUP_SIZE, deviceScaleFactor: 1, mobile: false };
    await session.send('Emulation.setDeviceMetricsOverride', size);
    await session.send('Page.navigate', { url });
  }

  close(): Promise<unknown> {
    return this.#connection.send('Target.closeTarget', { targetId: this.id });
  }

  #attach(): Promise<CDPSession> {
    // Attaching to a tab that has just been opened fails occasionally.
    return until('the tab can be reached', () => this.#connection.createSession(this.#info));
  }
}
