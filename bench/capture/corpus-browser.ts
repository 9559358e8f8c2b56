import { chromium, type Page } from 'playwright-core';
import { findBrowser } from '../../scripts/set-up/find-browser.mjs';
import { bundleScript } from '../bundle';
import type { CorpusPage } from './corpus';

const PAGE_TIMEOUT_MS = 60_000;

/** A browser without a network that opens one page after another. */
export interface CorpusBrowser extends AsyncDisposable {
  /** Opens a page in a tab of a new profile, in which nothing has run, and closes it after `use`. */
  withPage<T>(page: Pick<CorpusPage, 'url' | 'html'>, use: (tab: Page) => Promise<T>): Promise<T>;
}

/** A browser that runs the same script in every page. */
export interface ScriptBrowser extends CorpusBrowser {
  /** Opens a page and returns the value of `call`, an export of the script. */
  evaluate<T>(page: Pick<CorpusPage, 'url' | 'html'>, call: string): Promise<T>;
}

/** Starts headless Chromium. Throws if there is none. */
async function startCorpusBrowser(): Promise<CorpusBrowser> {
  const executablePath = findBrowser('chromium');
  if (executablePath === null) throw new Error('No Chromium: run `npm run prebench` for advice.');
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
  });
  return {
    async withPage({ url, html }, use) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
      try {
        const tab = await context.newPage();
        // Each page has its own address, and nothing is loaded. The page's scripts do not run, but
        // scripting is enabled, so `<noscript>` is as in a reader's browser.
        await tab.route('**/*', (route) =>
          route.request().isNavigationRequest() && route.request().frame() === tab.mainFrame()
            ? route.fulfill({
                body: html,
                contentType: 'text/html; charset=utf-8',
                headers: { 'content-security-policy': "script-src 'unsafe-eval'" },
              })
            : route.abort(),
        );
        await tab.goto(url, { waitUntil: 'domcontentloaded', timeout: PAGE_TIMEOUT_MS });
        return await use(tab);
      } finally {
        await context.close();
      }
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

/**
 * Starts headless Chromium with a script for its pages. Throws if there is none.
 * @param path of the script, from bench/
 */
export async function startScriptBrowser(path: string): Promise<ScriptBrowser> {
  const script = await bundleScript(path, GLOBAL);
  const browser = await startCorpusBrowser();
  return {
    ...browser,
    evaluate: <T>(page: Pick<CorpusPage, 'url' | 'html'>, call: string) =>
      browser.withPage(page, async (tab) => {
        await tab.evaluate(script);
        return (await tab.evaluate(`${GLOBAL}.${call}`)) as T;
      }),
  };
}

const GLOBAL = 'leafmarkBench';
