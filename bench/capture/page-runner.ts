import type { CorpusPage } from './corpus';
import { startScriptBrowser } from './corpus-browser';
import { buildFirstRunScripts, type FirstRunPair, measureFirstRuns } from './first-run';
import type { PageMeasurement } from './in-page';

export interface Measurement extends PageMeasurement {
  readonly firstRuns: readonly FirstRunPair[];
}

/** A browser without a network that measures one page after another. */
export interface PageRunner extends AsyncDisposable {
  /**
   * `runs` is the number of warm runs of each side, and of first runs of each. A page that fails, which
   * Chromium does now and then on a loaded machine, is measured once more. Returns null, and writes
   * the reason to the standard error, if it fails again.
   */
  measure(page: CorpusPage, runs: number): Promise<Measurement | null>;
}

/** Starts headless Chromium. Throws if there is none. */
export async function startPageRunner(): Promise<PageRunner> {
  const scripts = await buildFirstRunScripts();
  const browser = await startScriptBrowser('capture/in-page.ts');
  const once = async (page: CorpusPage, runs: number): Promise<Measurement> => {
    const measured = await browser.evaluate<PageMeasurement>(page, `measure(${runs})`);
    return { ...measured, firstRuns: await measureFirstRuns(browser, page, scripts, runs) };
  };
  return {
    measure: (page, runs) => twice(page.name, () => once(page, runs)),
    [Symbol.asyncDispose]: () => browser[Symbol.asyncDispose](),
  };
}

/**
 * Measures each page. Throws if one of them was not measured: figures of the others say nothing of the
 * corpus, and Chromium may have ended after the first page.
 */
export async function measureAll<P extends { readonly name: string }, T>(
  pages: readonly P[],
  measure: (page: P) => Promise<T | null>,
): Promise<T[]> {
  const measured: T[] = [];
  for (const page of pages) {
    const one = await measure(page);
    if (one !== null) measured.push(one);
  }
  const missing = pages.length - measured.length;
  if (missing > 0) {
    throw new Error(`no result: ${missing} of ${pages.length} pages could not be measured.`);
  }
  return measured;
}

/** Runs `measure` again if it fails, and returns null if it fails twice. */
export async function twice<T>(name: string, measure: () => Promise<T>): Promise<T | null> {
  for (const isLast of [false, true]) {
    try {
      return await measure();
    } catch (error) {
      const reason = error instanceof Error ? error.message.split('\n', 1)[0] : error;
      console.error(`${name}: ${isLast ? 'not measured' : 'measured again'}: ${reason}`);
    }
  }
  return null;
}
