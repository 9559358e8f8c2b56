import type { ExtensionBrowser } from '../extension-browser';
import { type Figure, median, rounded } from '../figure';
import type * as benchPageScript from './bench-page';
import { countingProxy } from './counting-proxy';
import { type BenchServer, baseAt } from './servers';

type SyncBrowser = ExtensionBrowser<typeof benchPageScript>;

const MAX_RATIO = 1.5;
const MIN_RUNS = 3;

/** Measures the first sync of a server's whole library and its transferred bytes. */
export async function* firstSyncFigures(
  browser: SyncBrowser,
  { connection, port }: BenchServer,
  count: number,
  runs: number,
): AsyncGenerator<Figure> {
  const n = Math.max(runs, MIN_RUNS);
  const times: number[] = [];
  const reads: number[] = [];
  const puts: number[] = [];
  const ratios: number[] = [];
  const copies: number[] = [];
  const copyRatios: number[] = [];
  // The first run of each is a warm-up.
  for (let run = 0; run <= n; run += 1) {
    const least = await browser.at('floor', connection, `floor ${run}`);
    const ms = await firstSync(browser, { connection, account: `first ${run}` }, count);
    if (least.bookmarks !== count)
      throw new Error(`Received ${least.bookmarks} of ${count} bookmarks`);
    if (run === 0) continue;
    times.push(ms);
    reads.push(least.readMs);
    puts.push(least.putMs);
    ratios.push(ms / (least.readMs + least.putMs));
    const copyMs = await browser.at('copyLibrary', `first ${run}`);
    copies.push(copyMs);
    copyRatios.push(ms / (least.readMs + copyMs));
  }
  const value = rounded(median(ratios));
  const [read, put] = [median(reads), median(puts)].map(Math.round);
  yield {
    bench: 'sync',
    case: `first sync of ${count} bookmarks with articles: ${Math.round(median(times))} ms`,
    value,
    unit: 'x',
    floor: `reading the same as one text: ${read} ms, and putting it into a bare database: ${put} ms`,
    aim: `<=${MAX_RATIO}`,
    met: value <= MAX_RATIO,
    n,
  };

  yield {
    bench: 'sync',
    case: 'the same beside the rows that it leaves',
    value: rounded(median(copyRatios)),
    unit: 'x',
    floor: `reading, and putting those rows into a bare database with the same indexes: ${Math.round(median(copies))} ms`,
    aim: `<=${MAX_RATIO}`,
    met: median(copyRatios) <= MAX_RATIO,
    n,
  };
  yield* chosenFigures(browser, connection, median(times));

  const { payloadBytes } = await browser.at('floor', connection, 'payload');
  await using line = await countingProxy(port);
  const through = { ...connection, base: baseAt(line.port) };
  await firstSync(browser, { connection: through, account: 'counted' }, count);
  yield {
    bench: 'sync',
    case: 'bytes on the wire of that first sync',
    value: rounded(line.bytes() / payloadBytes),
    unit: 'x',
    floor: `what the parts hold: ${payloadBytes} bytes`,
    n: 1,
  };
}

/** Measures a first sync with other choices of articles. A third of the bookmarks are archived. */
async function* chosenFigures(
  browser: SyncBrowser,
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
      times.push((await browser.at('round', { connection, account }, articles)).ms);
      await browser.at('close', account);
    }
    const floor = `a first sync with all articles: ${Math.round(allMs)} ms; this: ${Math.round(median(times))} ms`;
    const value = rounded(median(times) / allMs);
    yield { bench: 'sync', case: `first sync with ${name}`, value, unit: 'x', floor, n: MIN_RUNS };
  }
}

async function firstSync(
  browser: SyncBrowser,
  replica: benchPageScript.Replica,
  count: number,
): Promise<number> {
  const { ms, bookmarks, articles } = await browser.at('round', replica);
  if (bookmarks !== count || articles !== count) {
    throw new Error(`There are ${bookmarks} bookmarks and ${articles} articles, not ${count}`);
  }
  await browser.at('close', replica.account);
  return ms;
}
