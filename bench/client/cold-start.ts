import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../../scripts/set-up/extension.mjs';
import { ROOT } from '../../scripts/set-up/process.mjs';
import { Display, SCREEN } from '../../tests/e2e/support/display';
import { inTurns } from '../figure';
import { QuietBrowser } from '../popup/quiet-browser';

/** Warm-up runs, in which the browser compiles and caches the script. */
const WARM_UP_RUNS = 3;
const PAGE = 'ask.html';

/** Opens the same page at installation as the real background, and answers every message. */
const EMPTY_BACKGROUND = `
  chrome.runtime.onInstalled.addListener(({ reason }) => {
    if (reason === 'install') void chrome.tabs.create({ url: 'welcome.html' });
  });
  chrome.runtime.onMessage.addListener((message, sender, reply) => reply(null));
`;

/** A message that needs only the background, and one that the code for accounts answers. */
const MESSAGES = {
  'empty background': { name: 'describePage', request: { save: false } },
  background: { name: 'describePage', request: { save: false } },
  'background, accounts': { name: 'companion', request: {} },
} as const;
type Side = keyof typeof MESSAGES;

/** Median time in ms from the message of a page to the answer, while no worker runs. */
export type ColdStartTimes = Readonly<Record<Side, number>>;

/**
 * Stops the background of the built extension and sends it a message, `runs` times, in turns with
 * the same extension with an empty background. Throws if there is no Chromium.
 */
export async function timeColdStart(runs: number): Promise<ColdStartTimes> {
  if (!(await build('chromium'))) throw new Error('The extension could not be built.');
  using folder = temporaryFolder();
  using display = disposable(await Display.open());
  const launch = async (name: string, background: string | null) => {
    const extension = join(folder.path, name);
    cpSync(join(ROOT, '.output', 'chrome-mv3'), extension, { recursive: true });
    for (const page of [PAGE, 'welcome.html']) {
      writeFileSync(join(extension, page), '<!doctype html>');
    }
    if (background !== null) writeFileSync(join(extension, 'background.js'), background);
    return QuietBrowser.launch({
      extension,
      profile: join(folder.path, `${name}-profile`),
      env: display.value.env,
      proxy: null,
      window: SCREEN,
    });
  };
  await using ours = await launch('ours', null);
  await using empty = await launch('empty', EMPTY_BACKGROUND);
  const tabs = new Map([
    [ours, await ours.open(`${ours.origin}/${PAGE}`)],
    [empty, await empty.open(`${empty.origin}/${PAGE}`)],
  ]);
  const measure = async (side: Side) => {
    const browser = side === 'empty background' ? empty : ours;
    // Work of the worker after its answer must not affect the next measurement.
    for (const each of [ours, empty]) await each.stopWorker();
    const elapsed = await tabs.get(browser)?.evaluate<number>(messageTime(MESSAGES[side]));
    return elapsed ?? Number.NaN;
  };
  const sides = ['empty background', 'background', 'background, accounts'] as const;
  for (let run = 0; run < WARM_UP_RUNS; run += 1) for (const side of sides) await measure(side);
  return await inTurns(sides, runs, measure); // The browsers are closed after this.
}

/** Returns an expression that sends `message` and returns the time of the answer in ms. */
const messageTime = (message: object): string => `(async () => {
  const began = performance.now();
  await chrome.runtime.sendMessage(${JSON.stringify(message)});
  return performance.now() - began;
})()`;

function temporaryFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'leafmark-bench-start-'));
  return {
    path,
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }),
  };
}

const disposable = <T extends { close(): void }>(value: T): Disposable & { readonly value: T } => ({
  value,
  [Symbol.dispose]: () => value.close(),
});
