import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { Display, SCREEN } from '../../tests/e2e/support/display';
import { launchChromium } from '../../tests/e2e/support/launch-chromium';
import { bundleScript } from '../bundle';
import type * as deskScript from './desk';
import type { Replica, RoundTime } from './desk';

type Desk = typeof deskScript;

/** An extension with one page, at which the benchmark works, and the background that it must have. */
const MANIFEST = {
  manifest_version: 3,
  name: 'Leafmark bench',
  version: '1',
  permissions: ['unlimitedStorage'],
  host_permissions: ['http://127.0.0.1/*'],
  background: { service_worker: 'background.js' },
};

/** Real Chromium with the engine of sync in a page of an extension. */
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

  /** Throws when there is no browser, or no screen can be had. */
  static async open(): Promise<SyncBrowser> {
    const folder = mkdtempSync(join(tmpdir(), 'leafmark-bench-sync-'));
    const extension = mkdtempSync(join(folder, 'extension-'));
    const put = (name: string, text: string) => writeFileSync(join(extension, name), text);
    put('manifest.json', JSON.stringify(MANIFEST));
    put('background.js', '');
    put('desk.html', '<!doctype html><script src="/desk.js"></script>');
    put('desk.js', await bundleScript('sync/desk.ts', 'desk'));
    const display = await Display.open();
    const { browser, id } = await launchChromium({
      extension,
      profile: join(folder, 'profile'),
      env: display.env,
      proxy: null,
      window: SCREEN,
    });
    const page = await browser.newPage();
    // A first sync takes longer than anybody waits for an answer of the debugger's.
    page.setDefaultTimeout(0);
    await page.goto(`chrome-extension://${id}/desk.html`);
    return new SyncBrowser(folder, display, browser, page);
  }

  /** One round of sync; throws unless it was done. */
  round(replica: Replica): Promise<RoundTime> {
    return this.at('round', replica);
  }

  /** Does one thing at the desk. */
  async at<Name extends keyof Desk>(
    name: Name,
    ...given: Parameters<Desk[Name]>
  ): Promise<Awaited<ReturnType<Desk[Name]>>> {
    const call = `desk.${name}(...${JSON.stringify(given)})`;
    return (await this.#page.evaluate(call)) as Awaited<ReturnType<Desk[Name]>>; // what it gives
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
    this.#display.close();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
