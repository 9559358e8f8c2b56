import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { articleText } from '../src/library/search/document';
import { tokenise } from '../src/query';
import { ExtensionBrowser } from './extension-browser';
import { type Bench, type Figure, median, rounded } from './figure';
import { buildListExtension, ListBrowser } from './list/list-browser';
import type * as benchPageScript from './search/bench-page';
import type { LibrarySize } from './search/bench-page';

type SearchBrowser = ExtensionBrowser<typeof benchPageScript>;

const BENCH = 'search';
const QUERIES = 100;
const MIN_RUNS = 3;
const MANY = 100_000;

/**
 * 10,000 bookmarks have articles of 600 words in both. The larger library has 90,000 more with title,
 * description and label, as bookmarks whose articles are on the server.
 */
const LIBRARIES = [
  { account: 'few', bookmarks: 10_000, texts: 10_000, aimMs: 16 },
  { account: 'many', bookmarks: MANY, texts: 10_000, aimMs: 40 },
] as const;

/**
 * Measures the search index in real Chromium: the build beside tokenising, its size beside the text,
 * queries beside FTS5 of SQLite, the first result of a new page, adding one article beside one write,
 * and a key press to painted results beside an empty result. The words are those of the pages of
 * `corpus`, or invented ones.
 */
export const searchBench: Bench = async function* ({ corpus, runs, only }) {
  const words = corpus === null ? [] : await wordsOf(corpus);
  await using browser = await ExtensionBrowser.open<typeof benchPageScript>('search/bench-page.ts');
  for (const { aimMs, ...size } of LIBRARIES) {
    if (only !== '' && only !== String(size.bookmarks)) continue;
    await browser.at('makeLibrary', { ...size, words });
    yield* buildFigures(browser, size.account, size.bookmarks);
    yield* queryFigures(browser, size.account, size.bookmarks, Math.max(runs, MIN_RUNS));
    yield* coldFigure(browser, size.account, size.bookmarks, Math.max(runs, MIN_RUNS));
    yield* addFigure(browser, size.account, size.bookmarks, words);
    yield await paintedFigure({ ...size, words }, Math.max(runs, MIN_RUNS), aimMs);
  }
};

/** Types `text` into the search box of the library page. */
const typing = (text: string) =>
  `const field = document.querySelector('.search-field input');
   field.value = ${JSON.stringify(text)};
   field.dispatchEvent(new InputEvent('input', { bubbles: true }))`;
const NO_RESULTS = 'zqxjkvzqxj';
const STATUS = `document.querySelector('.search-status')?.textContent`;
const painted = (isThere: string) =>
  `${isThere} && (await new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(true)))))`;
const EMPTY = painted(
  `${STATUS}?.match(/\\d+/)?.[0] === '0' && document.querySelector('.row a') === null`,
);
const RESULTS = painted(`document.querySelector('.row a') !== null`);

/** The time from a key press to painted results, in the library page, beside a search without any. */
async function paintedFigure(size: LibrarySize, runs: number, aimMs: number): Promise<Figure> {
  using extension = await buildListExtension('search/bench-page.ts');
  const n = size.bookmarks;
  await using browser: ListBrowser<typeof benchPageScript> = await ListBrowser.open(
    extension.folder,
    n,
  );
  await browser.inBenchPage('makeLibrary', { ...size, account: null });
  await browser.inBenchPage('buildIndex', null);
  const queries = await browser.inBenchPage('queriesWithResults', null, QUERIES);
  await browser.openList();
  await browser.time('', `document.querySelector('.search-field input') !== null`);
  await browser.time(typing(NO_RESULTS), EMPTY);
  const times = queries.map(() => [] as number[]);
  const floors: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    for (const [at, query] of queries.entries()) {
      times[at]?.push((await browser.time(typing(query), RESULTS)).ms);
      floors.push((await browser.time(typing(NO_RESULTS), EMPTY)).ms);
    }
  }
  const p95 = percentile(times.map(median), 0.95);
  const value = rounded(p95 - median(floors));
  return {
    ...{
      bench: BENCH,
      case: `key press to results ${n}, p95`,
      value,
      unit: 'ms',
      n: queries.length,
    },
    floor: `key press to an empty result: ${rounded(median(floors))} ms; results: p50 ${rounded(percentile(times.map(median), 0.5))} ms, p95 ${rounded(p95)} ms`,
    ...{ aim: `<=${aimMs}`, met: value <= aimMs },
  };
}

/** The words of real pages in their order, without those of other scripts. */
async function wordsOf(folder: string): Promise<readonly string[]> {
  const pages = join(folder, 'readability');
  const words: string[] = [];
  for (const name of (await readdir(pages)).sort()) {
    const html = await readFile(join(pages, name, 'expected.html'), 'utf8').catch(() => '');
    words.push(...tokenise(articleText(html)).filter((word) => /^[a-zà-ÿ]+$/.test(word)));
  }
  return words;
}

async function* buildFigures(
  browser: SearchBrowser,
  account: string,
  n: number,
): AsyncGenerator<Figure> {
  const floor = await browser.at('tokeniseAll', account);
  const built = await browser.at('buildIndex', account);
  const ratio = rounded(built.ms / floor.tokeniseMs);
  yield {
    ...{ bench: BENCH, case: `build ${n}`, value: ratio, unit: 'x', n },
    floor: `tokenising: ${Math.round(floor.tokeniseMs)} ms; with reading: ${Math.round(floor.readMs)} ms; build: ${Math.round(built.ms)} ms`,
    ...{ aim: '<=2', met: ratio <= 2 },
  };
  const size = rounded(built.bytes / floor.bytes);
  yield {
    ...{ bench: BENCH, case: `size ${n}`, value: size, unit: 'x', n },
    floor: `${floor.bytes} bytes of text; index: ${built.bytes}`,
    ...{ aim: '<=0.25', met: size <= 0.25 },
  };
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

async function* queryFigures(
  browser: SearchBrowser,
  account: string,
  n: number,
  runs: number,
): AsyncGenerator<Figure> {
  const queries = await browser.at('queriesOf', account, QUERIES);
  await browser.reload();
  const times = await browser.at('searchAll', account, queries, runs);
  const kinds = [
    ['starts of words', (query: string) => /^\w+\*$/.test(query)],
    ['two words', (query: string) => query.includes(' ')],
    ['Chinese words', (query: string) => /^\p{Script=Han}+$/u.test(query)],
    ['all queries', () => true],
  ] as const;
  for (const [name, is] of kinds) {
    const some = times.filter(({ query }) => is(query));
    const ours = some.map(({ ms }) => median(ms));
    const theirs = some.map(({ fts5Ms }) => median(fts5Ms));
    const [p50, p95, fts5P50, fts5P95] = [ours, theirs].flatMap((medians) => [
      rounded(percentile(medians, 0.5)),
      rounded(percentile(medians, 0.95)),
    ]) as [number, number, number, number];
    const value = rounded(p95 / fts5P95);
    yield {
      ...{ bench: BENCH, case: `${name} ${n}, p95 beside FTS5`, value, unit: 'x', n: some.length },
      floor: `FTS5 in memory: p50 ${fts5P50} ms, p95 ${fts5P95} ms; ours: p50 ${p50} ms, p95 ${p95} ms; without painting`,
      ...(n === MANY && { aim: '<=0.35', met: value <= 0.35 }),
    };
  }
}

async function* coldFigure(
  browser: SearchBrowser,
  account: string,
  n: number,
  runs: number,
): AsyncGenerator<Figure> {
  const [query = ''] = await browser.at('queriesOf', account, 1);
  const sides = { search: [] as number[], floor: [] as number[] };
  for (let run = 0; run < runs; run += 1) {
    for (const side of ['floor', 'search'] as const) {
      await browser.reload();
      sides[side].push(await browser.at('coldOpen', account, query, side));
    }
  }
  const floorMs = median(sides.floor);
  const value = rounded(median(sides.search) - floorMs);
  yield {
    ...{ bench: BENCH, case: `first result of a new page ${n}`, value, unit: 'ms', n: runs },
    floor: `opening the library and reading a row: ${Math.round(floorMs)} ms`,
    ...{ aim: '<=50', met: value <= 50 },
  };
}

async function* addFigure(
  browser: SearchBrowser,
  account: string,
  n: number,
  words: readonly string[],
): AsyncGenerator<Figure> {
  const runs = 31;
  const { adds, puts } = await browser.at('addOne', account, words, runs);
  const value = rounded(median(adds) / median(puts));
  yield {
    ...{ bench: BENCH, case: `adding one ${n}`, value, unit: 'x', n: runs },
    floor: `one put: ${rounded(median(puts))} ms; indexing: ${rounded(median(adds))} ms`,
    ...{ aim: '<=5', met: value <= 5 },
  };
}
