import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { articleText } from '../src/library/search/document';
import { tokenise } from '../src/query';
import { type Bench, type Figure, median, percentile, rounded } from './figure';
import { buildListExtension, ListBrowser } from './list/list-browser';
import type * as benchPageScript from './search/bench-page';
import { whileBuilding } from './search/while-building';

type SearchBrowser = ListBrowser<typeof benchPageScript>;

const BENCH = 'search';
const QUERIES = 100;
const MIN_RUNS = 3;
const MANY = 100_000;

/**
 * 10,000 bookmarks have articles of 600 words in both. The larger library has 90,000 more with title,
 * description and label, as bookmarks whose articles are on the server.
 */
const LIBRARIES = [
  { bookmarks: 10_000, texts: 10_000, aimMs: 16 },
  { bookmarks: MANY, texts: 10_000, aimMs: 40 },
] as const;

/**
 * Measures the search index in real Chromium: the build beside tokenising, its size beside the text,
 * queries beside FTS5 of SQLite, the first result of a new page, adding one article beside one write,
 * a key press to painted results beside an empty result, and what a person waits for while the index
 * is built. The words are those of the pages of `corpus`, or invented ones.
 */
export const searchBench: Bench = async function* ({ corpus, runs, only, size: count }) {
  const words = corpus === null ? [] : await wordsOf(corpus);
  const n = Math.max(runs, MIN_RUNS);
  const short = { bookmarks: count ?? 0, texts: count ?? 0, aimMs: 16 };
  const libraries = count === null ? LIBRARIES : [short];
  using extension = await buildListExtension('search/bench-page.ts', false);
  for (const { aimMs, ...size } of libraries) {
    if (only !== '' && only !== String(size.bookmarks)) continue;
    await using browser: SearchBrowser = await ListBrowser.open(extension.folder, size.bookmarks);
    await browser.inBenchPage('makeLibrary', { ...size, words });
    yield* buildFigures(browser);
    yield* queryFigures(browser, n);
    yield* coldFigure(browser, n);
    yield await similarFigure(browser);
    yield await paintedFigure(browser, aimMs);
    yield* addFigure(browser, words);
  }
  if (!'building'.includes(only)) return;
  const [{ bookmarks, texts }] = count === null ? LIBRARIES : [short];
  yield* whileBuilding({ bookmarks, texts, words }, n);
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
async function paintedFigure(browser: SearchBrowser, aimMs: number): Promise<Figure> {
  const queries = await browser.inBenchPage('queriesWithResults', QUERIES);
  await browser.openList();
  await browser.time('', `document.querySelector('.search-field input') !== null`);
  await browser.time(typing(NO_RESULTS), EMPTY);
  const times = queries.map(() => [] as number[]);
  const floors: number[] = [];
  for (let run = 0; run < MIN_RUNS; run += 1) {
    for (const [at, query] of queries.entries()) {
      times[at]?.push((await browser.time(typing(query), RESULTS)).ms);
      floors.push((await browser.time(typing(NO_RESULTS), EMPTY)).ms);
    }
  }
  const p95 = percentile(times.map(median), 0.95);
  const value = rounded(p95 - median(floors));
  return {
    bench: BENCH,
    case: `key press to results ${browser.size}, p95`,
    value,
    unit: 'ms',
    n: queries.length,
    floor: `key press to an empty result: ${rounded(median(floors))} ms; results: p50 ${rounded(percentile(times.map(median), 0.5))} ms, p95 ${rounded(p95)} ms`,
    aim: `<=${aimMs}`,
    met: value <= aimMs,
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

async function* buildFigures(browser: SearchBrowser): AsyncGenerator<Figure> {
  const n = browser.size;
  const floor = await browser.inBenchPage('tokeniseAll');
  const built = await browser.inBenchPage('buildIndex');
  const ratio = rounded(built.ms / floor.tokeniseMs);
  const ofSketch = rounded(built.ms / floor.sketchMs);
  yield {
    bench: BENCH,
    case: `build ${n}, beside the tokeniser of the sketch`,
    unit: 'x',
    n,
    value: ofSketch,
    aim: '<=2',
    met: ofSketch <= 2,
    floor: `lower case, NFKD and a pattern for words: ${Math.round(floor.sketchMs)} ms; build: ${Math.round(built.ms)} ms`,
  };
  yield {
    bench: BENCH,
    case: `build ${n}`,
    value: ratio,
    unit: 'x',
    n,
    floor: `tokenising: ${Math.round(floor.tokeniseMs)} ms; with reading: ${Math.round(floor.readMs)} ms; build: ${Math.round(built.ms)} ms`,
    aim: '<=2',
    met: ratio <= 2,
  };
  const size = rounded(built.bytes / floor.bytes);
  yield {
    bench: BENCH,
    case: `size ${n}`,
    value: size,
    unit: 'x',
    n,
    floor: `${floor.bytes} bytes of text; index: ${built.bytes}`,
    aim: '<=0.25',
    met: size <= 0.25,
  };
}

async function* queryFigures(browser: SearchBrowser, runs: number): AsyncGenerator<Figure> {
  const n = browser.size;
  const queries = await browser.inBenchPage('queriesOf', QUERIES);
  const times = await browser.inBenchPage('searchAll', queries, runs);
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
      bench: BENCH,
      case: `${name} ${n}, p95 beside FTS5`,
      value,
      unit: 'x',
      n: some.length,
      floor: `FTS5 in memory: p50 ${fts5P50} ms, p95 ${fts5P95} ms; ours: p50 ${p50} ms, p95 ${p95} ms; without painting`,
      ...(n === MANY && { aim: '<=0.35', met: value <= 0.35 }),
    };
  }
}

/** The words that a person may have meant, which are looked for after the empty result is painted. */
async function similarFigure(browser: SearchBrowser): Promise<Figure> {
  const n = browser.size;
  const times = await browser.inBenchPage('similarToMistyped', QUERIES);
  const value = rounded(percentile(times, 0.95));
  return {
    bench: BENCH,
    case: `similar words ${n}, p95`,
    value,
    unit: 'ms',
    n: times.length,
    floor: `0; p50 ${rounded(median(times))} ms`,
    aim: '<=50',
    met: value <= 50,
  };
}

async function* coldFigure(browser: SearchBrowser, runs: number): AsyncGenerator<Figure> {
  const n = browser.size;
  const [query = ''] = await browser.inBenchPage('queriesOf', 1);
  const sides = { search: [] as number[], floor: [] as number[] };
  for (let run = 0; run < runs; run += 1) {
    for (const side of ['floor', 'search'] as const) {
      sides[side].push(await browser.inBenchPage('coldOpen', query, side));
    }
  }
  const floorMs = median(sides.floor);
  const value = rounded(median(sides.search) - floorMs);
  yield {
    bench: BENCH,
    case: `first result of a new page ${n}`,
    value,
    unit: 'ms',
    n: runs,
    floor: `opening the library and reading a row: ${Math.round(floorMs)} ms`,
    aim: '<=50',
    met: value <= 50,
  };
}

async function* addFigure(
  browser: SearchBrowser,
  words: readonly string[],
): AsyncGenerator<Figure> {
  const n = browser.size;
  const runs = 31;
  const { adds, puts } = await browser.inBenchPage('addOne', words, runs);
  const value = rounded(median(adds) / median(puts));
  yield {
    bench: BENCH,
    case: `adding one ${n}`,
    value,
    unit: 'x',
    n: runs,
    floor: `one put: ${rounded(median(puts))} ms; indexing: ${rounded(median(adds))} ms`,
    aim: '<=5',
    met: value <= 5,
  };
}
