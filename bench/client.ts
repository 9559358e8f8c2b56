import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { syncBookmarks } from '../src/service';
import { Display } from '../tests/e2e/support/display';
import { type StreamKind, StreamSource } from './client/stream-source';
import { buildExtension } from './extension';
import { type Bench, elapsed, type Figure, figuresOf, inTurns } from './figure';
import { QuietBrowser } from './quiet-browser';

const BOOKMARKS = 10_000;
const FEW = 1000;
const MIN_RUNS = 5;
/** A start takes tens of milliseconds, of which noise is a large part. */
const MIN_STARTS = 21;
/** In these, the browser compiles and caches the script. */
const WARM_UP_STARTS = 3;
const KINDS: Readonly<Record<StreamKind, string>> = { json: 'JSON', html: 'JSON and articles' };
const { value, ratio } = figuresOf('client');

/**
 * Measures how long the client takes to read, parse and check a sync stream of 10,000 bookmarks,
 * beside `response.text()` of the same bytes, and its memory. Measures the cold start of the
 * background in real Chromium beside an empty background.
 */
export const clientBench: Bench = async function* ({ runs, only }) {
  await using source = await StreamSource.open();
  const n = Math.max(runs, MIN_RUNS);
  for (const kind of ['json', 'html'] as const) {
    if (`stream ${KINDS[kind]}`.includes(only)) yield await time(source, kind, n);
  }
  if ('memory'.includes(only)) yield await memory(source);
  if ('cold start'.includes(only)) yield* coldStart(Math.max(runs, MIN_STARTS));
};

async function time(source: StreamSource, kind: StreamKind, n: number): Promise<Figure> {
  const sides = {
    text: async () => new Response((await source.ask(BOOKMARKS, kind)).body).text(),
    ours: () => read(source, BOOKMARKS, kind),
  };
  // One warm-up run of each: the server makes the bytes and the engine compiles.
  const times = await inTurns(['text', 'ours'], n, (side) => elapsed(sides[side]), 1);
  const name = `stream of ${BOOKMARKS} bookmarks, ${KINDS[kind]}`;
  return ratio(name, times.ours, ['response.text()', times.text], { atMost: 2.5 });
}

async function memory(source: StreamSource): Promise<Figure> {
  const [few, many] = [await peakMb(source, FEW), await peakMb(source, BOOKMARKS)];
  const name = `peak memory for a stream of ${BOOKMARKS} bookmarks`;
  const floor = `for ${FEW} bookmarks: ${Math.round(few)} MB`;
  return value(name, [many / few, 'x'], 1, floor, { atMost: 1.25 });
}

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
const SIDES = Object.keys(MESSAGES) as readonly (keyof typeof MESSAGES)[];

/**
 * Times the message of a page until its answer while no worker runs, of the built extension in turns
 * with the same extension with an empty background.
 */
async function* coldStart(n: number): AsyncGenerator<Figure> {
  using extension = await buildExtension();
  using emptyExtension = await buildExtension({ background: EMPTY_BACKGROUND });
  const folder = mkdtempSync(join(tmpdir(), 'leafmark-bench-start-'));
  const display = await Display.open();
  try {
    await using ours = await QuietBrowser.launch(extension, display, join(folder, 'ours'));
    await using empty = await QuietBrowser.launch(emptyExtension, display, join(folder, 'empty'));
    const browsers = [ours, empty];
    const open = (browser: QuietBrowser) => browser.open(`${browser.origin}/bench-page.html`);
    const [ourTab, emptyTab] = [await open(ours), await open(empty)];
    const measure = async (side: (typeof SIDES)[number]) => {
      // Work of the worker after its answer must not affect the next measurement.
      for (const each of browsers) await each.stopWorker();
      const tab = side === 'empty background' ? emptyTab : ourTab;
      return tab.evaluate<number>(`(async () => {
        const began = performance.now();
        await chrome.runtime.sendMessage(${JSON.stringify(MESSAGES[side])});
        return performance.now() - began;
      })()`);
    };
    const times = await inTurns(SIDES, n, measure, WARM_UP_STARTS);
    const floor = ['empty background', times['empty background']] as const;
    const name = 'cold start, message answered';
    yield ratio(name, times.background, floor);
    yield ratio(`${name} by the code for accounts`, times['background, accounts'], floor);
  } finally {
    display.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function read(source: StreamSource, count: number, kind: StreamKind, each = () => {}) {
  let received = 0;
  for await (const one of syncBookmarks(await source.ask(count, kind), count)) {
    if (!one.ok || one.value.info === null) throw new Error('The stream could not be read.');
    received += 1;
    each();
  }
  if (received !== count) throw new Error(`Received ${received} of ${count} bookmarks.`);
}

const EVERY = 100;

/** Returns the largest heap after garbage collection at every hundredth bookmark. */
async function peakMb(source: StreamSource, count: number): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let received = 0;
  let peak = 0;
  await read(source, count, 'html', () => {
    received += 1;
    if (received % EVERY !== 0) return;
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    peak = Math.max(peak, heapUsed + arrayBuffers);
  });
  return peak / 1024 / 1024;
}
