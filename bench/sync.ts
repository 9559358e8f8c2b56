import { BenchBrowser } from './browser';
import { readExpectedArticles } from './capture/corpus';
import { buildExtension, IDLE } from './extension';
import { type Bench, type Figure, figuresOf, median, NothingToMeasure, rounded } from './figure';
import { createWords } from './random';
import type { Contents } from './server/database';
import { buildPrograms } from './server/programs';
import { deltaFigures } from './sync/deltas';
import { firstSyncFigures } from './sync/first-syncs';
import { type BenchServer, startServer } from './sync/server';

const MANY = 10_000;
const PUSHED = 5_000;
const FEW = 100;
const MIN_PUSHES = 3;
const PARAGRAPHS = 20;
const WORDS_IN_PARAGRAPH = 45;
const { value } = figuresOf('sync');

/**
 * Measures sync in real Chromium with the companion server in its own process: the first sync of
 * 10,000 bookmarks with articles beside its minimum, that of 5,000 bookmarks to an empty server, a
 * delta of ten in 10,000 beside one of ten in 100, and the transferred bytes beside their payload.
 */
export const syncBench: Bench = async function* ({ corpus, runs, only, size }) {
  const contents = corpus === null ? inventedContents() : await contentsOf(corpus);
  const { leafmark } = await buildPrograms();
  const serverWith = (bookmarks: number) => startServer(leafmark, bookmarks, contents);
  const count = size ?? MANY;
  using extension = await buildExtension(IDLE);
  await using browser = await BenchBrowser.open(extension);
  await browser.openPage();
  if ('push'.includes(only)) {
    yield await firstPush(browser, () => serverWith(0), size ?? PUSHED, Math.max(runs, MIN_PUSHES));
  }
  if (only === 'push') return;
  await using many = await serverWith(count);
  if ('first sync'.includes(only)) yield* firstSyncFigures(browser, many, count, runs);
  if (!'delta'.includes(only)) return;
  await using few = await serverWith(FEW);
  yield* deltaFigures(browser, { many, few }, runs);
};

/** Articles of 900 random words, 12 kB each. Only their titles are indexed. */
function inventedContents(): Contents {
  const words = createWords();
  return () => {
    const paragraph = () => `<p>${words.text(WORDS_IN_PARAGRAPH)}</p>`;
    const paragraphs = Array.from({ length: PARAGRAPHS }, paragraph).join('\n');
    return { article: `<section>${paragraphs}</section>`, text: '' };
  };
}

/** Repeats the articles of a folder. */
async function contentsOf(folder: string): Promise<Contents> {
  const articles = await readExpectedArticles(folder);
  if (articles.length === 0) throw new NothingToMeasure(`there is no article in ${folder}.`);
  return (n) => ({ article: articles[n % articles.length] ?? '', text: '' });
}

/**
 * Measures the first sync of a library with imported addresses to an empty server, beside the bare
 * requests that create them.
 */
async function firstPush(
  browser: BenchBrowser,
  emptyServer: () => Promise<BenchServer>,
  count: number,
  n: number,
): Promise<Figure> {
  const times: number[] = [];
  const bare: number[] = [];
  for (let run = 0; run < n; run += 1) {
    await using server = await emptyServer();
    const account = `push ${run}`;
    await browser.call('addAddresses', account, count);
    const { ms, bookmarks } = await browser.call('round', { ...server, account });
    if (bookmarks !== count) throw new Error(`Sent ${bookmarks} of ${count} bookmarks`);
    await browser.call('close', account);
    times.push(ms);
    await using other = await emptyServer();
    bare.push(await browser.call('createAddresses', other.connection, count));
  }
  const perSecond = (all: readonly number[]) => count / (median(all) / 1000);
  const floor = `the same requests without a library: ${rounded(perSecond(bare))}/s`;
  const name = `first sync of ${count} bookmarks to an empty server`;
  return value(name, [perSecond(times), '/s'], n, floor, { atLeast: 100 });
}
