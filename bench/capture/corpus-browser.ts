import { chromium } from 'playwright-core';
import { findBrowser } from '../../scripts/set-up/find-browser.mjs';
import { bundleScript } from '../bundle';
import type { CorpusPage } from './corpus';

const PAGE_TIMEOUT_MS = 60_000;

/** A browser without a network that runs a script in one page after another. */
export interface CorpusBrowser extends AsyncDisposable {
  /** Opens a page in a new tab and returns the value of `call`, an export of the script. */
  evaluate<T>(page: Pick<CorpusPage, 'url' | 'html'>, call: string): Promise<T>;
}

/**
 * Starts headless Chromium. Throws if there is none.
 * @param path of the script, from bench/
 */
export async function startCorpusBrowser(path: string): Promise<CorpusBrowser> {
  const executablePath = findBrowser('chromium');
  if (executablePath === null) throw new Error('No Chromium: run `npm run prebench` for advice.');
  const script = await bundleScript(path, GLOBAL);
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
  });
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  return {
    async evaluate<T>({ url, html }: Pick<CorpusPage, 'url' | 'html'>, call: string) {
      const tab = await context.newPage();
      try {
        // Each page has its own address, and nothing is loaded. The page's scripts do not run, but
        // scripting is enabled, so `<noscript>` is as in a reader's browser.
        await tab.route('**/*', (route) =>
          route.request().isNavigationRequest() && route.request().frame() === tab.mainFrame()
            ? route.fulfill({
                body: html,
                contentType: 'text/html; charset=utf-8',
                headers: { 'content-security-policy': "script-src 'none'" },
              })
            : route.abort(),
        );
        await tab.goto(url, { waitUntil: 'domcontentloaded', timeout: PAGE_TIMEOUT_MS });
        await tab.evaluate(script);
        return (await tab.evaluate(`${GLOBAL}.${call}`)) as T;
      } finally {
        await tab.close();
      }
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

const GLOBAL = 'leafmarkBench';
