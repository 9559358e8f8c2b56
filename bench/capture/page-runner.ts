import type { CorpusPage } from './corpus';
import { startScriptBrowser } from './corpus-browser';
import { buildFirstRunScripts, type FirstRunPair, measureFirstRuns } from './first-run';
import type { PageMeasurement } from './in-page';

export interface Measurement extends PageMeasurement {
  readonly firstRuns: readonly FirstRunPair[];
}

/** A browser without a network that measures one page after another. */
export interface PageRunner extends AsyncDisposable {
  /** `runs` is the number of warm runs of each side, and of first runs of each. */
  measure(page: CorpusPage, runs: number): Promise<Measurement>;
}

/** Starts headless Chromium. Throws if there is none. */
export async function startPageRunner(): Promise<PageRunner> {
  const scripts = await buildFirstRunScripts();
  const browser = await startScriptBrowser('capture/in-page.ts');
  return {
    async measure(page, runs) {
      const measured = await browser.evaluate<PageMeasurement>(page, `measure(${runs})`);
      return { ...measured, firstRuns: await measureFirstRuns(browser, page, scripts, runs) };
    },
    [Symbol.asyncDispose]: () => browser[Symbol.asyncDispose](),
  };
}
