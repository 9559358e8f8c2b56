import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { Display, SCREEN } from '../../tests/e2e/support/display';
import { launchChromium } from '../../tests/e2e/support/launch-chromium';
import { bundleScript } from '../bundle';
import type * as benchPageScript from './bench-page';
import type { Replica, RoundTime } from './bench-page';

type BenchPage = typeof benchPageScript;

/** An extension with a page for the benchmark and the background that it needs. */
const MANIFEST = {
  manifest_version: 3,
  name: 'Leafmark bench',
  version: '1',
  permissions: ['unlimitedStorage'],
  host_permissions: ['http://127.0.0.1/*'],
  background: { service_worker: 'background.js' },
};

/** Real Chromium with the sync engine in a page of an extension. */
export class SyncBrowser implements AsyncDisposable {
  readonly #folder: string;
  readonly #display: Display;
  readonly #browser: Browser;
  readonly #page: Page;

  private constructor(folder: string, display: Display, browser: Browser, page: Page) {
    this.#folder = folder;
    this.#display = display;
    this.#browser = browser;
    this.#page = page;
  }

  /** Throws without a browser or a display. */
  static async open(): Promise<SyncBrowser> {
    const folder = mkdtempSync(join(tmpdir(), 'leafmark-bench-sync-'));
    const extension = mkdtempSync(join(folder, 'extension-'));
    const put = (name: string, text: string) => writeFileSync(join(extension, name), text);
    put('manifest.json', JSON.stringify(MANIFEST));
    put('background.js', '');
    put('bench-page.html', '<!doctype html><script src="/bench-page.js"></script>');
    put('bench-page.js', await bundleScript('sync/bench-page.ts', 'benchPage'));
    const display = await Display.open();
    const { browser, id } = await launchChromium({
      extension,
      profile: join(folder, 'profile'),
      env: display.env,
      proxy: null,
      window: SCREEN,
    });
    const page = await browser.newPage();
    // A first sync takes longer than the debugger's default timeout.
    page.setDefaultTimeout(0);
    await page.goto(`chrome-extension://${id}/bench-page.html`);
    return new SyncBrowser(folder, display, browser, page);
  }

  /** Runs one round of sync; throws unless it succeeds. */
  round(replica: Replica): Promise<RoundTime> {
    return this.at('round', replica);
  }

  /** Calls a function in the benchmark's page. */
  async at<Name extends keyof BenchPage>(
    name: Name,
    ...args: Parameters<BenchPage[Name]>
  ): Promise<Awaited<ReturnType<BenchPage[Name]>>> {
    const call = `benchPage.${name}(...${JSON.stringify(args)})`;
    return (await this.#page.evaluate(call)) as Awaited<ReturnType<BenchPage[Name]>>;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
    this.#display.close();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
