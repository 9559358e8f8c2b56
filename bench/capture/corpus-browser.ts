import { chromium, type Page } from 'playwright-core';
import { findBrowser } from '../../scripts/set-up/find-browser.mjs';
import { bundleScript } from '../bundle';
import type { CorpusPage } from './corpus';

const PAGE_TIMEOUT_MS = 60_000;
const GLOBAL = 'leafmarkBench';

type Source = Pick<CorpusPage, 'url' | 'html'>;

/** A browser without a network that opens one page after another. */
export interface CorpusBrowser extends AsyncDisposable {
  /** Opens a page in a tab of a new profile, in which nothing has run, and closes it after `use`. */
  withPage<T>(page: Source, use: (tab: Page) => Promise<T>): Promise<T>;
  /** Opens a page and returns the value of `call`, an export of the browser's script. */
  evaluate<T>(page: Source, call: string): Promise<T>;
}

/**
 * Starts headless Chromium with a script for its pages. Throws if there is none.
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
  const withPage: CorpusBrowser['withPage'] = async ({ url, html }, use) => {
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
  };
  return {
    withPage,
    evaluate: <T>(page: Source, call: string) =>
      withPage(page, async (tab) => {
        await tab.evaluate(script);
        return (await tab.evaluate(`${GLOBAL}.${call}`)) as T;
      }),
    [Symbol.asyncDispose]: () => browser.close(),
  };
}
