import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { articleText } from '../src/library/search/document';
import { tokenise } from '../src/query';
import { ExtensionBrowser } from './extension-browser';
import { type Bench, type Figure, median, rounded } from './figure';
import type * as benchPageScript from './search/bench-page';

type SearchBrowser = ExtensionBrowser<typeof benchPageScript>;

const BENCH = 'search';
const QUERIES = 100;
const MIN_RUNS = 3;

/**
 * 10,000 bookmarks have articles of 600 words in both. The larger library has 90,000 more with title,
 * description and label, as bookmarks whose articles are on the server.
 */
const LIBRARIES = [
  { account: 'few', bookmarks: 10_000, texts: 10_000, aimMs: 16 },
  { account: 'many', bookmarks: 100_000, texts: 10_000, aimMs: 40 },
] as const;

/**
 * Measures the search index in real Chromium: the build beside tokenising, its size beside the text,
 * the time of queries, the first result of a new page, and adding one article beside one write. The
 * words are those of the pages of `corpus`, or invented ones.
 */
export const searchBench: Bench = async function* ({ corpus, runs, only }) {
  const words = corpus === null ? [] : await wordsOf(corpus);
  await using browser = await ExtensionBrowser.open<typeof benchPageScript>('search/bench-page.ts');
  for (const { aimMs, ...size } of LIBRARIES) {
    if (only !== '' && only !== String(size.bookmarks)) continue;
    await browser.at('makeLibrary', { ...size, words });
    yield* buildFigures(browser, size.account, size.bookmarks);
    yield* queryFigures(browser, size.account, size.bookmarks, Math.max(runs, MIN_RUNS), aimMs);
    yield* coldFigure(browser, size.account, size.bookmarks, Math.max(runs, MIN_RUNS));
    yield* addFigure(browser, size.account, size.bookmarks, words);
  }
};

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
  aimMs: number,
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
    const medians = times.filter(({ query }) => is(query)).map(({ ms }) => median(ms));
    const [p50, p95] = [percentile(medians, 0.5), percentile(medians, 0.95)].map(rounded);
    const value = p95 ?? Number.NaN;
    yield {
      ...{ bench: BENCH, case: `${name} ${n}, p95`, value, unit: 'ms', n: medians.length },
      floor: `p50: ${p50} ms; without painting`,
      ...{ aim: `<=${aimMs}`, met: value <= aimMs },
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
