import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { syncBookmarks } from '../src/service';
import { timeColdStart } from './client/cold-start';
import { type StreamKind, StreamSource } from './client/stream-source';
import { type Bench, type Figure, median, rounded } from './figure';

const BENCH = 'client';
const BOOKMARKS = 10_000;
const FEW = 1000;
const MIN_RUNS = 5;
/** A start takes tens of milliseconds, of which noise is a large part. */
const MIN_STARTS = 21;
const MAX_RATIO = 2.5;
const MAX_GROWTH = 1.25;
const KINDS: Readonly<Record<StreamKind, string>> = { json: 'JSON', html: 'JSON and articles' };

/**
 * Measures how long the client takes to read, parse and check a sync stream of 10,000 bookmarks,
 * beside `response.text()` of the same bytes, and its memory. Measures the cold start of the
 * background in real Chromium beside an empty background.
 */
export const clientBench: Bench = async function* ({ runs, only }) {
  await using source = await StreamSource.open();
  const n = Math.max(runs, MIN_RUNS);
  for (const kind of ['json', 'html'] as const) {
    if (`stream ${KINDS[kind]}`.includes(only)) yield* time(source, kind, n);
  }
  if ('memory'.includes(only)) yield* memory(source);
  if ('cold start'.includes(only)) yield* coldStart(Math.max(runs, MIN_STARTS));
};

async function* time(source: StreamSource, kind: StreamKind, n: number): AsyncGenerator<Figure> {
  const times: { ours: number[]; text: number[] } = { ours: [], text: [] };
  // One warm-up run of each: the server makes the bytes and the engine compiles.
  for (let run = -1; run < n; run++) {
    const text = await elapsed(async () =>
      new Response((await source.ask(BOOKMARKS, kind)).body).text(),
    );
    const ours = await elapsed(async () => read(source, BOOKMARKS, kind));
    if (run >= 0) {
      times.text.push(text);
      times.ours.push(ours);
    }
  }
  const [ours, text] = [median(times.ours), median(times.text)];
  const value = rounded(ours / text);
  yield {
    bench: BENCH,
    case: `stream of ${BOOKMARKS} bookmarks, ${KINDS[kind]}`,
    value,
    unit: 'x',
    floor: `response.text(): ${Math.round(text)} ms`,
    aim: `<=${MAX_RATIO}`,
    met: value <= MAX_RATIO,
    n,
  };
}

async function* memory(source: StreamSource): AsyncGenerator<Figure> {
  const [few, many] = [await peakMb(source, FEW), await peakMb(source, BOOKMARKS)];
  const value = rounded(many / few);
  yield {
    bench: BENCH,
    case: `peak memory for a stream of ${BOOKMARKS} bookmarks`,
    value,
    unit: 'x',
    floor: `for ${FEW} bookmarks: ${rounded(few)} MB`,
    aim: `<=${MAX_GROWTH}`,
    met: value <= MAX_GROWTH,
    n: 1,
  };
}

async function* coldStart(n: number): AsyncGenerator<Figure> {
  const times = await timeColdStart(n);
  const floor = `empty background: ${Math.round(times['empty background'])} ms`;
  const cases = {
    'cold start, message answered': times.background,
    'cold start, message answered by the code for accounts': times['background, accounts'],
  };
  for (const [name, ms] of Object.entries(cases)) {
    const value = rounded(ms / times['empty background']);
    yield { bench: BENCH, case: name, value, unit: 'x', floor, n };
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

async function elapsed(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}
