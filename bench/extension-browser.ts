import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { Display, SCREEN } from '../tests/e2e/support/display';
import { launchChromium } from '../tests/e2e/support/launch-chromium';
import { bundleScript } from './bundle';

/** An extension with a page for the benchmark and the background that it needs. */
const MANIFEST = {
  manifest_version: 3,
  name: 'Leafmark bench',
  version: '1',
  permissions: ['unlimitedStorage'],
  content_security_policy: { extension_pages: "script-src 'self' 'wasm-unsafe-eval'" },
  host_permissions: ['http://127.0.0.1/*'],
  background: { service_worker: 'background.js' },
};

/**
 * Real Chromium with a script of a benchmark in a page of an extension. `Script` is the type of the
 * script's exports.
 */
export class ExtensionBrowser<Script extends object> implements AsyncDisposable {
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

  /** @param script its path from bench/. Throws without a browser or a display. */
  static async open<Script extends object>(script: string): Promise<ExtensionBrowser<Script>> {
    const folder = mkdtempSync(join(tmpdir(), 'leafmark-bench-'));
    const extension = mkdtempSync(join(folder, 'extension-'));
    const put = (name: string, text: string) => writeFileSync(join(extension, name), text);
    put('manifest.json', JSON.stringify(MANIFEST));
    put('background.js', '');
    put(
      'bench-page.html',
      '<!doctype html><meta charset="utf-8"><script src="/bench-page.js"></script>',
    );
    put('bench-page.js', await bundleScript(script, 'benchPage'));
    const display = await Display.open();
    const { browser, id } = await launchChromium({
      extension,
      profile: join(folder, 'profile'),
      env: display.env,
      proxy: null,
      window: SCREEN,
      // A first sync takes minutes on a busy machine.
      protocolTimeout: 3_600_000,
    });
    const page = await browser.newPage();
    // A first sync takes longer than the debugger's default timeout.
    page.setDefaultTimeout(0);
    await page.goto(`chrome-extension://${id}/bench-page.html`);
    return new ExtensionBrowser<Script>(folder, display, browser, page);
  }

  /** Loads the page again, which loses everything that is in its memory. */
  async reload(): Promise<void> {
    await this.#page.reload();
  }

  /** Calls a function in the benchmark's page. */
  async at<Name extends keyof Script & string>(
    name: Name,
    ...args: Script[Name] extends (...parameters: infer Parameters) => unknown ? Parameters : never
  ): Promise<
    Script[Name] extends (...parameters: never) => infer Result ? Awaited<Result> : never
  > {
    const call = `benchPage.${name}(...${JSON.stringify(args)})`;
    // The page runs the script of this type.
    return (await this.#page.evaluate(call)) as Awaited<ReturnType<typeof this.at<Name>>>;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
    this.#display.close();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
