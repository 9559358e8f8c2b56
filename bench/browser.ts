import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { Display, SCREEN } from '../tests/e2e/support/display';
import { launchChromium } from '../tests/e2e/support/launch-chromium';
import type { BenchExtension } from './extension';
import type * as benchPage from './page';

/** Making a library of 100,000 bookmarks takes minutes on a busy machine. */
const MAX_CALL_MS = 3_600_000;
const SAMPLE_EVERY_MS = 250;
/** Longer than any step takes with 100,000 bookmarks. */
const MAX_STEP_MS = 120_000;

/** Runs in a page before its scripts: `firstRows` resolves to the ms until rows are painted. */
export const WATCH_FIRST_ROWS = `
  window.firstRows = new Promise((resolve) => {
    const look = () =>
      requestAnimationFrame(() =>
        document.querySelector('.row a') === null ? look() : setTimeout(() => resolve(performance.now())),
      );
    look();
  });
`;

/** Without a snapshot, the first rows come from the library. */
const NO_SNAPSHOT = `localStorage.removeItem('leafmark.snapshot');`;

type BenchPage = typeof benchPage;
export type Callable = keyof BenchPage & string;
export type Arguments<Name extends Callable> = BenchPage[Name] extends (
  ...parameters: infer Parameters
) => unknown
  ? Parameters
  : never;
export type Returned<Name extends Callable> = BenchPage[Name] extends (
  ...parameters: never
) => infer Result
  ? Awaited<Result>
  : never;

/** Returns the expression that calls a function of the benchmark's page. */
export const callOf = <Name extends Callable>(name: Name, args: Arguments<Name>): string =>
  `benchPage.${name}(...${JSON.stringify(args)})`;

/** Chromium on a display of its own, with a copy of the extension and one library. */
export class BenchBrowser implements AsyncDisposable {
  readonly #profile: string;
  readonly #display: Display;
  readonly #browser: Browser;
  /** The tab in which everything is opened. */
  readonly page: Page;
  /** Of the pages of the extension, without a slash at the end. */
  readonly origin: string;

  private constructor(profile: string, display: Display, browser: Browser, page: Page, id: string) {
    this.#profile = profile;
    this.#display = display;
    this.#browser = browser;
    this.page = page;
    this.origin = `chrome-extension://${id}`;
  }

  /** Throws without a browser or a display. @param proxy for all requests, as `host:port` */
  static async open(
    { folder }: BenchExtension,
    proxy: string | null = null,
  ): Promise<BenchBrowser> {
    const profile = mkdtempSync(join(tmpdir(), 'leafmark-bench-profile-'));
    const display = await Display.open();
    const { browser, id } = await launchChromium({
      extension: folder,
      profile,
      env: display.env,
      proxy,
      window: SCREEN,
      protocolTimeout: MAX_CALL_MS,
    });
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    return new BenchBrowser(profile, display, browser, page, id);
  }

  /** Calls a function in the benchmark's page, which has nothing in memory. */
  async callAnew<Name extends Callable>(
    name: Name,
    ...args: Arguments<Name>
  ): Promise<Returned<Name>> {
    await this.openPage();
    return this.call(name, ...args);
  }

  async openPage(): Promise<void> {
    await this.page.goto(`${this.origin}/bench-page.html`);
  }

  /** Calls a function in the benchmark's page, which is open. */
  async call<Name extends Callable>(name: Name, ...args: Arguments<Name>): Promise<Returned<Name>> {
    // The page runs the script of this type.
    return (await this.page.evaluate(callOf(name, args))) as Returned<Name>;
  }

  /**
   * Returns the result of `work`, and the largest heap of a worker of the page meanwhile, in bytes. It
   * is measured after its garbage was collected, which takes time.
   */
  async watchWorkers<T>(work: Promise<T>): Promise<{ readonly result: T; readonly heap: number }> {
    let heap = 0;
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    void work.then(over, over);
    while (!isOver) {
      for (const worker of this.page.workers()) {
        // A worker may end before it answers.
        await worker.client.send('HeapProfiler.collectGarbage').catch(() => null);
        const usage = await worker.client.send('Runtime.getHeapUsage').catch(() => null);
        if (usage !== null) heap = Math.max(heap, usage.usedSize + (usage.backingStorageSize ?? 0));
      }
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_EVERY_MS));
    }
    return { result: await work, heap };
  }

  /** Opens the list of all bookmarks and returns the ms until its first rows are painted. */
  async openList(): Promise<number> {
    await this.page.goto('about:blank');
    await this.page.bringToFront();
    const watch = await this.page.evaluateOnNewDocument(NO_SNAPSHOT + WATCH_FIRST_ROWS);
    await this.page.goto(`${this.origin}/library.html#/all`);
    await this.page.removeScriptToEvaluateOnNewDocument(watch.identifier);
    return Number(await this.page.evaluate('window.firstRows'));
  }

  /**
   * Runs `act` and returns the ms until `isDone` is true, and the longest task. Throws if it is never
   * true.
   */
  async time(act: string, isDone: string): Promise<{ readonly ms: number; readonly task: number }> {
    const script = `(async () => {
      let task = 0;
      const observer = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) task = Math.max(task, duration);
      });
      observer.observe({ type: 'longtask' });
      const began = performance.now();
      ${act};
      while (!(${isDone})) {
        if (performance.now() - began > ${MAX_STEP_MS}) throw new Error(${JSON.stringify(`Waited in vain: ${isDone}`)});
        await new Promise((resolve) => setTimeout(resolve));
      }
      const ms = performance.now() - began;
      await new Promise((resolve) => setTimeout(resolve, 100));
      observer.disconnect();
      return { ms, task };
    })()`;
    return (await this.page.evaluate(script)) as { ms: number; task: number };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
    this.#display.close();
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
