import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { build } from '../../scripts/set-up/extension.mjs';
import { ROOT } from '../../scripts/set-up/process.mjs';
import { Display, SCREEN } from '../../tests/e2e/support/display';
import { launchChromium } from '../../tests/e2e/support/launch-chromium';
import { bundleScript } from '../bundle';

/**
 * Builds the extension and copies it with a page for the benchmark, whose script has the path
 * `script` from bench/. Throws if the build fails. @param hasBackground false: its background does
 * nothing, and its pages may run WebAssembly
 */
export async function buildListExtension(
  script: string,
  hasBackground = true,
): Promise<{ readonly folder: string } & Disposable> {
  if (!(await build('chromium'))) throw new Error('The extension could not be built.');
  const folder = mkdtempSync(join(tmpdir(), 'leafmark-bench-extension-'));
  cpSync(join(ROOT, '.output', 'chrome-mv3'), folder, { recursive: true });
  const put = (name: string, text: string) => writeFileSync(join(folder, name), text);
  put('bench-page.js', await bundleScript(script, 'benchPage'));
  put(
    'bench-page.html',
    '<!doctype html><meta charset="utf-8"><script src="/bench-page.js"></script>',
  );
  if (!hasBackground) {
    put('background.js', '');
    const path = join(folder, 'manifest.json');
    const policy = "script-src 'self' 'wasm-unsafe-eval'";
    const manifest = JSON.parse(readFileSync(path, 'utf8'));
    manifest.content_security_policy = { extension_pages: policy };
    writeFileSync(path, JSON.stringify(manifest));
  }
  // This page opens at each installation.
  put('welcome.html', '<!doctype html>');
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Making a library of 100,000 bookmarks takes minutes on a busy machine. */
const MAX_CALL_MS = 3_600_000;

const SAMPLE_EVERY_MS = 250;

/** Longer than any step takes with 100,000 bookmarks. */
const MAX_STEP_MS = 120_000;

/** Runs in a page before its scripts: without a snapshot, the first rows come from the library. */
const WATCH_FIRST_ROWS = `
  localStorage.removeItem('leafmark.snapshot');
  window.firstRows = new Promise((resolve) => {
    const look = () =>
      requestAnimationFrame(() =>
        document.querySelector('.row a') === null ? look() : setTimeout(() => resolve(performance.now())),
      );
    look();
  });
`;

/**
 * Chromium with one library, and the library page of the built extension. `Script` is the type of
 * the exports of the benchmark's page.
 */
export class ListBrowser<Script extends object> implements AsyncDisposable {
  readonly size: number;
  readonly #profile: string;
  readonly #display: Display;
  readonly #browser: Browser;
  /** The tab in which everything is opened. */
  readonly page: Page;
  /** Of the pages of the extension, without a slash at the end. */
  readonly origin: string;

  private constructor(
    size: number,
    profile: string,
    display: Display,
    browser: Browser,
    page: Page,
    id: string,
  ) {
    this.size = size;
    this.#profile = profile;
    this.#display = display;
    this.#browser = browser;
    this.page = page;
    this.origin = `chrome-extension://${id}`;
  }

  /** Opens a browser for a library of `size` bookmarks. Throws without a browser or a display. */
  static async open<Script extends object>(
    extension: string,
    size: number,
  ): Promise<ListBrowser<Script>> {
    const profile = mkdtempSync(join(tmpdir(), 'leafmark-bench-profile-'));
    const display = await Display.open();
    const { browser, id } = await launchChromium({
      extension,
      profile,
      env: display.env,
      proxy: null,
      window: SCREEN,
      protocolTimeout: MAX_CALL_MS,
    });
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    return new ListBrowser<Script>(size, profile, display, browser, page, id);
  }

  /** Calls a function in the benchmark's page, which has nothing in memory. */
  async inBenchPage<Name extends keyof Script & string>(
    name: Name,
    ...args: Script[Name] extends (...parameters: infer Parameters) => unknown ? Parameters : never
  ): Promise<
    Script[Name] extends (...parameters: never) => infer Result ? Awaited<Result> : never
  > {
    await this.page.goto(`${this.origin}/bench-page.html`);
    const call = `benchPage.${name}(...${JSON.stringify(args)})`;
    // The page runs the script of this type.
    return (await this.page.evaluate(call)) as Awaited<ReturnType<typeof this.inBenchPage<Name>>>;
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
    const watch = await this.page.evaluateOnNewDocument(WATCH_FIRST_ROWS);
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
