import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { build } from '../../scripts/set-up/extension.mjs';
import { ROOT } from '../../scripts/set-up/process.mjs';
import { bundleScript } from '../bundle';
import type { CorpusPage } from './corpus';
import type { CorpusBrowser } from './corpus-browser';

/** The scripts whose first run is measured. */
export interface FirstRunScripts {
  /** `capture.js` of the built extension. */
  readonly ours: string;
  /** Readability with a copy of the document, as a script of its own. */
  readonly plain: string;
}

/** Milliseconds of processor time of the page's thread. */
export interface FirstRunPair {
  readonly oursMs: number;
  readonly plainMs: number;
}

/** Builds the extension for Chromium. Throws if that fails. */
export async function buildFirstRunScripts(): Promise<FirstRunScripts> {
  if (!(await build('chromium'))) throw new Error('The extension could not be built.');
  return {
    ours: readFileSync(join(ROOT, '.output', 'chrome-mv3', 'capture.js'), 'utf8'),
    plain: await bundleScript('capture/plain-readability.ts', 'plain'),
  };
}

/**
 * Runs each script once in a page of its own in which nothing has run before, `pairs` times. Each
 * side goes first equally often.
 */
export async function measureFirstRuns(
  browser: CorpusBrowser,
  page: CorpusPage,
  scripts: FirstRunScripts,
  pairs: number,
): Promise<FirstRunPair[]> {
  const results: FirstRunPair[] = [];
  const run = (side: keyof FirstRunScripts) =>
    browser.withPage(page, (tab) => runFirst(tab, scripts[side]));
  for (let pair = 0; pair < pairs; pair += 1) {
    const plainBefore = pair % 2 === 1 ? await run('plain') : null;
    const ours = await run('ours');
    const plain = plainBefore ?? (await run('plain'));
    results.push({ oursMs: ours, plainMs: plain });
  }
  return results;
}

/** Evaluates the text of a script, so that reading it is measured, too. */
const RUN = 'globalThis.benchValue = (0, eval)(benchSource); 0';

/** Returns the processor time of the first run. */
async function runFirst(tab: Page, source: string): Promise<number> {
  await tab.evaluate(`globalThis.benchSource = ${JSON.stringify(source)}; 0`);
  const session = await tab.context().newCDPSession(tab);
  // Processor time, because other work on the machine does not change it much.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const evaluate = (expression: string) =>
    session.send('Runtime.evaluate', { expression, returnByValue: true });
  const emptyMs = await commandMs(session, () => evaluate('0'));
  return (await commandMs(session, () => evaluate(RUN))) - emptyMs;
}

/** Processor time of the thread for a command of the debugger. */
async function commandMs(session: CDPSession, run: () => Promise<unknown>): Promise<number> {
  const before = await totalMs(session);
  await run();
  return (await totalMs(session)) - before;
}

async function totalMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const total = metrics.find(({ name }) => name === 'DevToolsCommandDuration')?.value;
  if (total === undefined) throw new Error('Chromium does not measure its commands.');
  return total * 1000;
}
