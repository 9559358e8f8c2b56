import type { CorpusPage } from './corpus';
import { startCorpusBrowser } from './corpus-browser';
import type { PageMeasurement } from './in-page';

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
  const browser = await startCorpusBrowser('capture/in-page.ts');
  return {
    async measure(page, runs) {
      return {
        firstMs: {
          ours: await browser.evaluate<number>(page, 'measureFirst("ours")'),
          plain: await browser.evaluate<number>(page, 'measureFirst("plain")'),
        },
        ...(await browser.evaluate<PageMeasurement>(page, `measure(${runs})`)),
      };
    },
    [Symbol.asyncDispose]: () => browser[Symbol.asyncDispose](),
  };
}
