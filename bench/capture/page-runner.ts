import { type BrowserContext, chromium } from 'playwright-core';
import { findBrowser } from '../../scripts/set-up/find-browser.mjs';
import { bundleScript } from '../bundle';
import type { CorpusPage } from './corpus';
import type { PageMeasurement } from './in-page';

const PAGE_TIMEOUT_MS = 60_000;
const GLOBAL = 'captureBench';

export interface Measurement extends PageMeasurement {
  /** Milliseconds of one run of each side in a page where nothing has run before. */
  readonly firstMs: { readonly ours: number; readonly plain: number };
}

/** A browser without a network that measures one page after another. */
export interface PageRunner extends AsyncDisposable {
  measure(page: CorpusPage, runs: number): Promise<Measurement>;
}

/** Starts headless Chromium. Throws if there is none. */
export async function startPageRunner(): Promise<PageRunner> {
  const executablePath = findBrowser('chromium');
  if (executablePath === null) throw new Error('No Chromium: run `npm run prebench` for advice.');
  const script = await bundleScript('capture/in-page.ts', GLOBAL);
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
  });
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  return {
    async measure(page, runs) {
      const inNewTab = <T>(call: string) => evaluateIn(context, page, script, call) as Promise<T>;
      return {
        firstMs: {
          ours: await inNewTab<number>('measureFirst("ours")'),
          plain: await inNewTab<number>('measureFirst("plain")'),
        },
        ...(await inNewTab<PageMeasurement>(`measure(${runs})`)),
      };
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

async function evaluateIn(
  context: BrowserContext,
  { url, html }: CorpusPage,
  script: string,
  call: string,
): Promise<unknown> {
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
    return await tab.evaluate(`${GLOBAL}.${call}`);
  } finally {
    await tab.close();
  }
}
