import { BenchBrowser } from './browser';
import { buildExtension, IDLE } from './extension';
import { type Bench, type Figure, figuresOf, inTurns, median } from './figure';

const MIN_RUNS = 5;
const FEW = 100;
const MANY = 100_000;
const FIRST_TITLE = 'Aardvarks at night';
const SCREENS = 8;
const SCROLLS = 16;
const WRITES = 31;
const { value, ratio } = figuresOf('list');

/**
 * Measures the library page and the contents of a library of 100,000 bookmarks in real Chromium, beside
 * the same steps with 100 bookmarks.
 */
export const listBench: Bench = async function* ({ runs, size }) {
  const n = Math.max(runs, MIN_RUNS);
  const sizes = { few: FEW, many: size ?? MANY };
  using extension = await buildExtension(IDLE);
  await using few = await BenchBrowser.open(extension);
  await using many = await BenchBrowser.open(extension);
  const browsers = { few, many };
  for (const side of ['few', 'many'] as const) {
    await browsers[side].callAnew('makeLibrary', { bookmarks: sizes[side], articles: 0 });
    await browsers[side].callAnew('buildIndex');
  }
  const measured = await inTurns(['few', 'many'], n, (side) =>
    measureList(browsers[side], sizes[side]),
  );
  const of = (side: 'few' | 'many', step: Step) => measured[side].flatMap((one) => one[step]);
  const beside = (name: string, step: Step, atMost?: number, other = step) => {
    const floor = [`${FEW} bookmarks`, of('few', other)] as const;
    return ratio(name, of('many', step), floor, atMost ? { atMost } : null);
  };
  yield beside('first rows', 'first', 1.2);
  yield beside('a screen further, from the top', 'top', 1.2);
  yield beside('a screen further, in the middle', 'middle', 1.2, 'top');
  yield beside('End for the first time', 'end');
  yield beside('sort by title for the first time', 'sort');
  yield beside('sort by site', 'sortAgain');
  const longest = (side: 'few' | 'many') => Math.round(Math.max(...of(side, 'task')));
  const floor = `with ${FEW} bookmarks: ${longest('few')} ms; 0: none over 50 ms`;
  yield value('longest task', [longest('many'), 'ms'], n, floor);
  yield* contentsFigures(many, n);
  yield* writeFigures(many, sizes.many);
  yield* duplicateFigures(many, sizes.many);
};

type Step = keyof Awaited<ReturnType<typeof measureList>>;

/** Measures each step once, or several times. Times are in ms. */
async function measureList(browser: BenchBrowser, size: number) {
  const first = await browser.openList();
  const top = await scroll(browser);
  const focused = `document.activeElement.closest('[aria-posinset]')?.getAttribute('aria-posinset')`;
  const end = await browser.time(
    `document.querySelector('.row a').focus();
     document.activeElement.dispatchEvent(
       new KeyboardEvent('keydown', { key: 'End', bubbles: true, cancelable: true }))`,
    `${focused} === '${size}'`,
  );
  const sortBy = (by: string) =>
    `const select = document.querySelector('.sort-control select');
     select.value = '${by}';
     select.dispatchEvent(new Event('change', { bubbles: true }))`;
  const firstRow = `document.querySelector('[aria-posinset="1"] a')?.textContent ?? ''`;
  const isByTitle = `(${firstRow}).includes('${FIRST_TITLE}')`;
  const sort = await browser.time(sortBy('title'), isByTitle);
  const sortAgain = await browser.time(sortBy('site'), `(${firstRow}) !== '' && !${isByTitle}`);
  await browser.time(sortBy('saved'), `(${firstRow}) !== ''`);
  await browser.time(`${LIST}.scrollTop = ${LIST}.scrollHeight / 2`, IS_READ);
  return {
    first: [first],
    top,
    end: [end.ms],
    sort: [sort.ms],
    sortAgain: [sortAgain.ms],
    task: [end.task, sort.task, sortAgain.task],
    middle: await scroll(browser),
  };
}

const LIST = `document.querySelector('.list')`;
/** The rows in the middle third of the list are read. A heading may be between them. */
const IS_READ = `(() => {
  const { top, height } = ${LIST}.getBoundingClientRect();
  const rows = [...${LIST}.querySelectorAll('.row')].filter((row) => {
    const { top: above, bottom: below } = row.getBoundingClientRect();
    return below > top + height / 3 && above < top + (height * 2) / 3;
  });
  return rows.length > 0 && rows.every((row) => row.querySelector('a') !== null);
})()`;

/**
 * Scrolls a screen at a time, some screens down and up again, and returns the ms until each is read.
 */
export async function scroll(browser: BenchBrowser, steps = SCROLLS): Promise<number[]> {
  const times: number[] = [];
  for (let step = 0; step < steps; step += 1) {
    const sign = Math.floor(step / SCREENS) % 2 === 0 ? '+' : '-';
    const { ms } = await browser.time(
      `${LIST}.scrollTop ${sign}= ${LIST}.clientHeight;
       await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))`,
      IS_READ,
    );
    times.push(ms);
  }
  return times;
}

async function* contentsFigures(browser: BenchBrowser, runs: number): AsyncGenerator<Figure> {
  const { readMs, ...warm } = await browser.callAnew('readTimes', runs);
  const floor = `reading the contents for the first time: ${Math.round(readMs)} ms`;
  for (const [name, times] of Object.entries(warm)) {
    yield value(name, [median(times), 'ms'], runs, floor);
  }
}

/** An edit, and an action on 1,000 bookmarks and on all of them, beside a bare put of their rows. */
async function* writeFigures(browser: BenchBrowser, size: number): AsyncGenerator<Figure> {
  const { edit, put } = await browser.callAnew('writeTimes', WRITES);
  yield ratio('one edit', edit, ['a bare put of the row', put]);
  for (const count of new Set([Math.min(1_000, size), size])) {
    const { bulkMs, putMs } = await browser.callAnew('bulkTimes', count, `bulk ${count}`);
    const [bulk, bare] = [bulkMs, putMs].map((ms) => Math.round((ms / count) * 1_000));
    const floor = `a bare put of their rows: ${bare} ms for 1,000; the action: ${bulk} ms for 1,000`;
    yield value(`a label for ${count} bookmarks`, [bulkMs / putMs, 'x'], count, floor);
  }
}

async function* duplicateFigures(browser: BenchBrowser, n: number): AsyncGenerator<Figure> {
  await browser.callAnew('sketchAll');
  const readMs = await browser.callAnew('readRows');
  const { ms, task, bytes } = await browser.callAnew('findDuplicates');
  const floor = `reading the rows: ${Math.round(readMs)} ms; finding: ${Math.round(ms)} ms`;
  yield value(`duplicates among ${n} texts`, [ms / readMs, 'x'], n, floor);
  const tasks = 'longest task while duplicates are found';
  yield value(tasks, [task, 'ms'], n, '0: none over 50 ms', { atMost: 50 });
  const heap = 'heap while duplicates are found';
  yield value(heap, [bytes / 1e6, 'MB'], n, 'the heap of the page before');
}
