import { articleText } from '../src/library/search/document';
import { tokenise } from '../src/query';
import { BenchBrowser } from './browser';
import { readExpectedArticles } from './capture/corpus';
import { buildExtension, IDLE } from './extension';
import { type Bench, type Figure, figuresOf, inTurns, median, percentile, rounded } from './figure';
import { scroll } from './list';

const QUERIES = 100;
const MIN_RUNS = 3;
const ADDED = 31;
const SCROLLS = 12;
const EDITS = 20;
const MANY = 100_000;
const { value, ratio } = figuresOf('search');

interface Library {
  readonly bookmarks: number;
  readonly articles: number;
  readonly words: readonly string[];
}

/**
 * 10,000 bookmarks have articles of 600 words in both. The larger library has 90,000 more with title,
 * description and label, as bookmarks whose articles are on the server.
 */
const LIBRARIES = [
  { bookmarks: 10_000, articles: 10_000, aimMs: 16 },
  { bookmarks: MANY, articles: 10_000, aimMs: 40 },
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
  const libraries = count === null ? LIBRARIES : [{ bookmarks: count, articles: count, aimMs: 16 }];
  {
    using extension = await buildExtension(IDLE);
    for (const { aimMs, ...size } of libraries) {
      if (only !== '' && only !== String(size.bookmarks)) continue;
      await using browser = await BenchBrowser.open(extension);
      yield* libraryFigures(browser, { ...size, words }, n, aimMs);
    }
  }
  const [{ bookmarks, articles } = LIBRARIES[0]] = libraries;
  if ('building'.includes(only)) yield* whileBuilding({ bookmarks, articles, words }, n);
};

async function* libraryFigures(
  browser: BenchBrowser,
  library: Library,
  runs: number,
  aimMs: number,
): AsyncGenerator<Figure> {
  const { bookmarks: n, words } = library;
  await browser.callAnew('makeLibrary', library);
  yield* buildFigures(browser, n);
  yield* queryFigures(browser, n, runs);
  yield await coldFigure(browser, n, runs);

  // The words that a person may have meant, which are looked for after the empty result is painted.
  const similar = await browser.callAnew('similarToMistyped', QUERIES);
  const p95 = [percentile(similar, 0.95), 'ms'] as const;
  const floor = `0; p50 ${rounded(median(similar))} ms`;
  yield value(`similar words ${n}, p95`, p95, similar.length, floor, { atMost: 50 });

  yield await paintedFigure(browser, n, aimMs);
  const { adds, puts } = await browser.callAnew('addOne', words, ADDED);
  yield ratio(`adding one ${n}`, adds, ['one put', puts], { atMost: 5 });
}

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
async function paintedFigure(browser: BenchBrowser, n: number, atMost: number): Promise<Figure> {
  const queries = await browser.callAnew('queriesWithResults', QUERIES);
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
  const medians = times.map(median);
  const [p50, p95, floorMs] = [percentile(medians, 0.5), percentile(medians, 0.95), median(floors)];
  const floor = `key press to an empty result: ${rounded(floorMs)} ms; results: p50 ${rounded(p50)} ms, p95 ${rounded(p95)} ms`;
  const name = `key press to results ${n}, p95`;
  return value(name, [p95 - floorMs, 'ms'], queries.length, floor, { atMost });
}

/** The words of real pages in their order, without those of other scripts. */
async function wordsOf(folder: string): Promise<readonly string[]> {
  const words = (await readExpectedArticles(folder)).flatMap((html) => tokenise(articleText(html)));
  return words.filter((word) => /^[a-zà-ÿ]+$/.test(word));
}

async function* buildFigures(browser: BenchBrowser, n: number): AsyncGenerator<Figure> {
  const { tokeniseMs, readMs, bytes } = await browser.callAnew('tokeniseAll');
  const built = await browser.callAnew('buildIndex');
  const [ms, bare, read] = [built.ms, tokeniseMs, readMs].map(Math.round);
  const floor = `tokenising: ${bare} ms; with reading: ${read} ms; build: ${ms} ms`;
  yield value(`build ${n}`, [built.ms / tokeniseMs, 'x'], n, floor, { atMost: 2 });
  const sizes = `${bytes} bytes of text; index: ${built.bytes}`;
  yield value(`size ${n}`, [built.bytes / bytes, 'x'], n, sizes, { atMost: 0.25 });
}

const KINDS: Readonly<Record<string, RegExp>> = {
  'starts of words': /^\w+\*$/,
  'two words': / /,
  'Chinese words': /^\p{Script=Han}+$/u,
  'all queries': /./,
};

async function* queryFigures(
  browser: BenchBrowser,
  n: number,
  runs: number,
): AsyncGenerator<Figure> {
  const queries = await browser.callAnew('queriesOf', QUERIES);
  const times = await browser.callAnew('searchAll', queries, runs);
  for (const [name, pattern] of Object.entries(KINDS)) {
    const some = times.filter(({ query }) => pattern.test(query));
    const [ours, theirs] = (['ms', 'fts5Ms'] as const).map((side) => {
      const medians = some.map((time) => median(time[side]));
      return { p50: percentile(medians, 0.5), p95: percentile(medians, 0.95) };
    }) as [Percentiles, Percentiles];
    const floor = `FTS5 in memory: ${described(theirs)}; ours: ${described(ours)}; without painting`;
    const aim = n === MANY ? { atMost: 0.35 } : null;
    yield value(
      `${name} ${n}, p95 beside FTS5`,
      [ours.p95 / theirs.p95, 'x'],
      some.length,
      floor,
      aim,
    );
  }
}

interface Percentiles {
  readonly p50: number;
  readonly p95: number;
}

const described = ({ p50, p95 }: Percentiles) => `p50 ${rounded(p50)} ms, p95 ${rounded(p95)} ms`;

async function coldFigure(browser: BenchBrowser, n: number, runs: number): Promise<Figure> {
  const [query = ''] = await browser.callAnew('queriesOf', 1);
  const times = await inTurns(['floor', 'search'], runs, (side) =>
    browser.callAnew('coldOpen', query, side),
  );
  const floorMs = median(times.floor);
  const floor = `opening the library and reading a row: ${Math.round(floorMs)} ms`;
  const over = [median(times.search) - floorMs, 'ms'] as const;
  return value(`first result of a new page ${n}`, over, runs, floor, { atMost: 50 });
}

/**
 * Measures the library page and edits while the background builds the index, as after a first sync,
 * beside the same when it is idle.
 */
async function* whileBuilding(library: Library, runs: number): AsyncGenerator<Figure> {
  using extension = await buildExtension();
  await using browser = await BenchBrowser.open(extension);
  await browser.callAnew('makeLibrary', library);
  let early = 0;
  const measure = async () => {
    const first = await browser.openList();
    const further = await scroll(browser, SCROLLS);
    const { times, isBuilding } = await browser.callAnew('editTimes', EDITS);
    return { 'first rows': [first], 'a screen further': further, 'one edit': times, isBuilding };
  };
  const [building, idle]: [Measured[], Measured[]] = [[], []];
  type Measured = Awaited<ReturnType<typeof measure>>;
  for (let run = 0; run < runs; run += 1) {
    await browser.callAnew('rebuild');
    building.push(await measure());
    await browser.callAnew('untilBuilt');
    idle.push(await measure());
  }
  early = building.filter(({ isBuilding }) => !isBuilding).length;
  for (const step of ['first rows', 'a screen further', 'one edit'] as const) {
    const times = building.flatMap((one) => one[step]);
    const ms = percentile(times, 0.95);
    const idleMs = percentile(
      idle.flatMap((one) => one[step]),
      0.95,
    );
    const floor = `when it is idle: ${rounded(idleMs)} ms; while it is built: ${rounded(ms)} ms; runs whose build ended early: ${early}`;
    const name = `${step} while the index of ${library.bookmarks} is built, p95`;
    yield value(name, [ms / idleMs, 'x'], times.length, floor);
  }
}
