import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { build, builtExtension } from '../../scripts/set-up/extension.mjs';
import { bundleScript } from '../bundle';
import { inTurns } from '../figure';
import type { CorpusPage } from './corpus';
import { startCorpusBrowser } from './corpus-browser';
import type { PageMeasurement } from './in-page';

export interface Measurement extends PageMeasurement {
  /** The first run in a page of `capture.js` and of plain Readability, in ms of processor time. */
  readonly firstMs: Readonly<Record<'ours' | 'plain', readonly number[]>>;
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

/** Builds the extension and starts headless Chromium. Throws if the build fails or there is none. */
export async function startPageRunner(): Promise<PageRunner> {
  if (!(await build('chromium'))) throw new Error('The extension could not be built.');
  const scripts = {
    ours: readFileSync(join(builtExtension('chromium'), 'capture.js'), 'utf8'),
    plain: await bundleScript('capture/plain-readability.ts', 'plain'),
  };
  const browser = await startCorpusBrowser('capture/in-page.ts');
  const once = async (page: CorpusPage, runs: number): Promise<Measurement> => {
    const measured = await browser.evaluate<PageMeasurement>(page, `measure(${runs})`);
    // Each in a page of its own in which nothing has run before.
    const firstMs = await inTurns(['ours', 'plain'], runs, (side) =>
      browser.withPage(page, (tab) => runFirst(tab, scripts[side])),
    );
    return { ...measured, firstMs };
  };
  return {
    measure: (page, runs) => twice(page.name, () => once(page, runs)),
    [Symbol.asyncDispose]: () => browser[Symbol.asyncDispose](),
  };
}

/** Evaluates the text of a script, so that reading it is measured, too. */
const RUN = 'globalThis.benchValue = (0, eval)(benchSource); 0';

/** Returns the processor time of the first run. */
async function runFirst(tab: Page, source: string): Promise<number> {
  await tab.evaluate(`globalThis.benchSource = ${JSON.stringify(source)}; 0`);
  const session = await tab.context().newCDPSession(tab);
  // Processor time, because other work on the machine does not change it much.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const timeOf = async (expression: string) => {
    const before = await commandsMs(session);
    await session.send('Runtime.evaluate', { expression, returnByValue: true });
    return (await commandsMs(session)) - before;
  };
  const emptyMs = await timeOf('0');
  return (await timeOf(RUN)) - emptyMs;
}

/** Processor time of the thread for all commands of the debugger. */
async function commandsMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const total = metrics.find(({ name }) => name === 'DevToolsCommandDuration')?.value;
  if (total === undefined) throw new Error('Chromium does not measure its commands.');
  return total * 1000;
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
