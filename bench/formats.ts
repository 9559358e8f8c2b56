import { readCorpus } from './capture/corpus';
import { type Bench, type Figure, median, NothingToMeasure, rounded } from './figure';
import type * as benchPageScript from './formats/bench-page';
import { buildListExtension, ListBrowser } from './list/list-browser';

type FormatsBrowser = ListBrowser<typeof benchPageScript>;

const BENCH = 'formats';
const MANY = 10_000;
/** The memory with a library is compared with that of one that is so many times smaller. */
const TIMES = 10;
const MAX_TEXTS = 200;
/** In UTF-16 code units. Of longer bodies most is not the article. */
const MAX_TEXT_LENGTH = 200_000;

interface Sizes {
  /** Times in ms. */
  readonly exports: number[];
  readonly zips: number[];
  readonly restores: number[];
  readonly bytes: number;
  /** In bytes, of the worker. */
  readonly exportHeap: number;
  readonly restoreHeap: number;
}

/**
 * Measures exports and restoring in the extension's worker in real Chromium, beside zipping the same
 * bytes with fflate, and the memory of the worker beside that with a tenth of the library.
 */
export const formatsBench: Bench = async function* ({ corpus, runs, size }) {
  const texts = corpus === null ? [] : await textsOf(corpus);
  const count = size ?? MANY;
  using extension = await buildListExtension('formats/bench-page.ts', false);
  await using few: FormatsBrowser = await ListBrowser.open(extension.folder, count / TIMES);
  await using many: FormatsBrowser = await ListBrowser.open(extension.folder, count);
  await few.inBenchPage('makeLibrary', few.size, texts);
  await many.inBenchPage('makeLibrary', many.size, texts);
  const small = await measure(few, runs);
  const large = await measure(many, runs);
  yield beside(`export of ${count} bookmarks as a bundle`, large.exports, large.zips);
  yield beside(`restoring ${count} bookmarks`, large.restores, large.zips);
  yield flat('memory of the export', large.exportHeap, small.exportHeap, count);
  yield flat('memory of restoring', large.restoreHeap, small.restoreHeap, count);
  yield {
    bench: BENCH,
    case: 'size of the bundle',
    value: rounded(large.bytes / 1e6),
    unit: 'MB',
    floor: `with ${few.size} bookmarks: ${rounded(small.bytes / 1e6)} MB`,
    n: count,
  };
  yield* otherFormats(many, median(large.exports));
};

async function measure(browser: FormatsBrowser, runs: number): Promise<Sizes> {
  const [exports, zips, restores]: [number[], number[], number[]] = [[], [], []];
  for (let run = 0; run < runs; run += 1) {
    exports.push((await browser.inBenchPage('exportAll', 'bundle')).ms);
    zips.push(await browser.inBenchPage('zipWithFflate'));
    restores.push(await browser.inBenchPage('restoreLast'));
  }
  const written = await browser.watchWorkers(browser.inBenchPage('exportAll', 'bundle'));
  const restored = await browser.watchWorkers(browser.inBenchPage('restoreLast'));
  return {
    exports,
    zips,
    restores,
    bytes: written.result.bytes,
    exportHeap: written.heap,
    restoreHeap: restored.heap,
  };
}

function beside(name: string, values: readonly number[], zips: readonly number[]): Figure {
  const [ms, zipMs] = [median(values), median(zips)];
  const value = rounded(ms / zipMs);
  return {
    bench: BENCH,
    case: name,
    value,
    unit: 'x',
    aim: '<=2',
    met: value <= 2,
    floor: `zipping its files with fflate: ${Math.round(zipMs)} ms; measured: ${Math.round(ms)} ms`,
    n: values.length,
  };
}

function flat(name: string, large: number, small: number, n: number): Figure {
  const value = rounded(large / small);
  const [mb, floorMb] = [rounded(large / 1e6), rounded(small / 1e6)];
  const floor = `with ${n / TIMES} bookmarks: ${floorMb} MB; with ${n}: ${mb} MB`;
  return { bench: BENCH, case: name, value, unit: 'x', floor, aim: '<=2', met: value <= 2, n };
}

/** The other formats of the whole library beside the bundle. */
async function* otherFormats(browser: FormatsBrowser, bundleMs: number): AsyncGenerator<Figure> {
  for (const format of ['csv', 'browser', 'markdown', 'markdown-zip', 'html', 'epub'] as const) {
    const { ms, bytes } = await browser.inBenchPage('exportAll', format);
    const floor = `a bundle: ${Math.round(bundleMs)} ms; this: ${Math.round(ms)} ms, ${rounded(bytes / 1e6)} MB`;
    const value = rounded(ms / bundleMs);
    yield { bench: BENCH, case: `export as ${format}`, value, unit: 'x', floor, n: browser.size };
  }
}

/** Returns the bodies of pages, without what an article never has. */
async function textsOf(folder: string): Promise<readonly string[]> {
  const pages = await readCorpus(folder);
  const bodies = pages.map(({ html }) => {
    const from = html.search(/<body/i);
    const body = html.slice(Math.max(0, from)).slice(0, MAX_TEXT_LENGTH);
    return body.replace(/<(script|style|svg)\b[\s\S]*?(?:<\/\1>|$)/gi, '');
  });
  const texts = bodies.filter((body) => body.trim() !== '').slice(0, MAX_TEXTS);
  if (texts.length === 0) throw new NothingToMeasure(`there is no page in ${folder}.`);
  return texts;
}
