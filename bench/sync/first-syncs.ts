import type { BenchBrowser } from '../browser';
import { type Figure, figuresOf, median, rounded } from '../figure';
import type { Replica } from '../page/sync';
import { countingProxy } from './counting-proxy';
import { type BenchServer, baseAt } from './server';

const AIM = { atMost: 1.5 };
const MIN_RUNS = 3;
const { value } = figuresOf('sync');

/** Measures the first sync of a server's whole library and its transferred bytes. */
export async function* firstSyncFigures(
  browser: BenchBrowser,
  { connection, port }: BenchServer,
  count: number,
  runs: number,
): AsyncGenerator<Figure> {
  const n = Math.max(runs, MIN_RUNS);
  const all: { ms: number; readMs: number; putMs: number; copyMs: number }[] = [];
  // The first run of each is a warm-up.
  for (let run = 0; run <= n; run += 1) {
    const account = `first ${run}`;
    const { bookmarks, readMs, putMs } = await browser.call(
      'readStream',
      connection,
      `floor ${run}`,
    );
    if (bookmarks !== count) throw new Error(`Received ${bookmarks} of ${count} bookmarks`);
    const ms = await firstSync(browser, { connection, account }, count);
    const copyMs = await browser.call('copyLibrary', account);
    if (run > 0) all.push({ ms, readMs, putMs, copyMs });
  }
  const middle = (of: keyof (typeof all)[number]) => Math.round(median(all.map((one) => one[of])));
  const beside = (of: 'putMs' | 'copyMs') =>
    [median(all.map((one) => one.ms / (one.readMs + one[of]))), 'x'] as const;
  const name = `first sync of ${count} bookmarks with articles: ${middle('ms')} ms`;
  const floor = `reading the same as one text: ${middle('readMs')} ms, and putting it into a bare database: ${middle('putMs')} ms`;
  yield value(name, beside('putMs'), n, floor, AIM);
  const copy = `reading, and putting those rows into a bare database with the same indexes: ${middle('copyMs')} ms`;
  yield value('the same beside the rows that it leaves', beside('copyMs'), n, copy, AIM);
  yield* chosenFigures(browser, connection, middle('ms'));

  const { payloadBytes } = await browser.call('readStream', connection, 'payload');
  await using line = await countingProxy(port);
  const through = { ...connection, base: baseAt(line.port) };
  await firstSync(browser, { connection: through, account: 'counted' }, count);
  const bytes = [line.bytes() / payloadBytes, 'x'] as const;
  const payload = `what the parts hold: ${payloadBytes} bytes`;
  yield value('bytes on the wire of that first sync', bytes, 1, payload);
}

/** Measures a first sync with other choices of articles. A third of the bookmarks are archived. */
async function* chosenFigures(
  browser: BenchBrowser,
  connection: BenchServer['connection'],
  allMs: number,
): AsyncGenerator<Figure> {
  const choices = [
    ['the unread articles', 'unread'],
    ['the newest articles that fit, which are all', { newestBytes: 1e9 }],
  ] as const;
  for (const [name, articles] of choices) {
    const times: number[] = [];
    for (let run = 0; run < MIN_RUNS; run += 1) {
      const account = `${name} ${run}`;
      times.push((await browser.call('round', { connection, account }, articles)).ms);
      await browser.call('close', account);
    }
    const floor = `a first sync with all articles: ${allMs} ms; this: ${rounded(median(times))} ms`;
    yield value(`first sync with ${name}`, [median(times) / allMs, 'x'], MIN_RUNS, floor);
  }
}

async function firstSync(browser: BenchBrowser, replica: Replica, count: number): Promise<number> {
  const { ms, bookmarks, articles } = await browser.call('round', replica);
  if (bookmarks !== count || articles !== count) {
    throw new Error(`There are ${bookmarks} bookmarks and ${articles} articles, not ${count}`);
  }
  await browser.call('close', replica.account);
  return ms;
}
