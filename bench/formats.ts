import { BenchBrowser } from './browser';
import { readCorpus } from './capture/corpus';
import { buildExtension, IDLE } from './extension';
import { type Bench, figuresOf, median, NothingToMeasure, rounded } from './figure';

const MANY = 10_000;
/** The memory with a library is compared with that of one that is so many times smaller. */
const TIMES = 10;
const MAX_TEXTS = 200;
/** In UTF-16 code units. Of longer bodies most is not the article. */
const MAX_TEXT_LENGTH = 200_000;
const FORMATS = ['csv', 'browser', 'markdown', 'markdown-zip', 'html', 'epub'] as const;
const { value, ratio } = figuresOf('formats');

/**
 * Measures exports and restoring in the extension's worker in real Chromium, beside zipping the same
 * bytes with fflate, and the memory of the worker beside that with a tenth of the library.
 */
export const formatsBench: Bench = async function* ({ corpus, runs, size }) {
  const html = corpus === null ? [] : await textsOf(corpus);
  const count = size ?? MANY;
  using extension = await buildExtension(IDLE);
  await using few = await BenchBrowser.open(extension);
  await using many = await BenchBrowser.open(extension);
  for (const [browser, bookmarks] of [
    [few, count / TIMES],
    [many, count],
  ] as const) {
    await browser.callAnew('makeLibrary', { bookmarks, articles: bookmarks, html });
  }
  // In this order: the last export is zipped again, and restored.
  const times = { exports: [] as number[], zips: [] as number[], restores: [] as number[] };
  for (let run = 0; run < runs; run += 1) {
    times.exports.push((await many.callAnew('exportAll', 'bundle')).ms);
    times.zips.push(await many.callAnew('zipWithFflate'));
    times.restores.push(await many.callAnew('restoreLast'));
  }
  const [small, large] = [await memoryOf(few), await memoryOf(many)];
  const floor = ['zipping its files with fflate', times.zips] as const;
  yield ratio(`export of ${count} bookmarks as a bundle`, times.exports, floor, { atMost: 2 });
  yield ratio(`restoring ${count} bookmarks`, times.restores, floor, { atMost: 2 });
  const flat = (name: string, side: 'exportHeap' | 'restoreHeap') => {
    const [mb, floorMb] = [rounded(large[side] / 1e6), rounded(small[side] / 1e6)];
    const beside = `with ${count / TIMES} bookmarks: ${floorMb} MB; with ${count}: ${mb} MB`;
    return value(name, [large[side] / small[side], 'x'], count, beside, { atMost: 2 });
  };
  yield flat('memory of the export', 'exportHeap');
  yield flat('memory of restoring', 'restoreHeap');
  const smallSize = `with ${count / TIMES} bookmarks: ${rounded(small.bytes / 1e6)} MB`;
  yield value('size of the bundle', [large.bytes / 1e6, 'MB'], count, smallSize);
  // The other formats of the whole library beside the bundle.
  const bundleMs = median(times.exports);
  for (const format of FORMATS) {
    const { ms, bytes } = await many.callAnew('exportAll', format);
    const beside = `a bundle: ${Math.round(bundleMs)} ms; this: ${Math.round(ms)} ms, ${rounded(bytes / 1e6)} MB`;
    yield value(`export as ${format}`, [ms / bundleMs, 'x'], count, beside);
  }
};

/** The size of a bundle, and the largest heaps of the worker that writes and restores it, in bytes. */
async function memoryOf(browser: BenchBrowser) {
  const written = await browser.watchWorkers(browser.callAnew('exportAll', 'bundle'));
  const restored = await browser.watchWorkers(browser.callAnew('restoreLast'));
  return {
    bytes: written.result.bytes,
    exportHeap: written.heap,
    restoreHeap: restored.heap,
  };
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
