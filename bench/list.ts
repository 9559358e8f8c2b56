import { type Bench, type Figure, median, rounded } from './figure';
import type * as benchPageScript from './list/bench-page';
import { buildListExtension, ListBrowser } from './list/list-browser';

type Browser = ListBrowser<typeof benchPageScript>;

const BENCH = 'list';
const MIN_RUNS = 5;
const FEW = 100;
const MANY = 100_000;
const FIRST_TITLE = 'Aardvarks at night';
const SCREENS = 8;
const SCROLLS = 16;
const WRITES = 31;

/**
 * Measures the library page and the contents of a library of 100,000 bookmarks in real Chromium, beside
 * the same steps with 100 bookmarks.
 */
export const listBench: Bench = async function* ({ runs, size }) {
  const n = Math.max(runs, MIN_RUNS);
  const count = size ?? MANY;
  // Two contexts that index a library drop each other's work.
  using extension = await buildListExtension('list/bench-page.ts', false);
  await using few: Browser = await ListBrowser.open(extension.folder, FEW);
  await few.inBenchPage('fill', FEW);
  await using many: Browser = await ListBrowser.open(extension.folder, count);
  await many.inBenchPage('fill', count);
  const times = { few: newTimes(), many: newTimes() };
  for (let run = 0; run < n; run += 1) {
    const sides = [
      ['few', few],
      ['many', many],
    ] as const;
    for (const [side, browser] of run % 2 === 0 ? sides : sides.toReversed()) {
      await measureList(browser, times[side]);
    }
  }
  yield beside('first rows', times.many.first, times.few.first, n, 1.2);
  yield beside('a screen further, from the top', times.many.top, times.few.top, n * SCROLLS, 1.2);
  yield beside(
    'a screen further, in the middle',
    times.many.middle,
    times.few.top,
    n * SCROLLS,
    1.2,
  );
  yield beside('End for the first time', times.many.end, times.few.end, n);
  yield beside('sort by title for the first time', times.many.sort, times.few.sort, n);
  yield beside('sort by site', times.many.sortAgain, times.few.sortAgain, n);
  yield {
    bench: BENCH,
    case: 'longest task',
    value: Math.max(...times.many.task),
    unit: 'ms',
    n,
    floor: `with ${FEW} bookmarks: ${Math.max(...times.few.task)} ms; 0: none over 50 ms`,
  };
  yield* contentsFigures(many, n);
  yield* writeFigures(many);
  yield* bulkFigures(many);
  yield* duplicateFigures(many);
};

const newTimes = () => ({
  first: [] as number[],
  top: [] as number[],
  middle: [] as number[],
  end: [] as number[],
  sort: [] as number[],
  sortAgain: [] as number[],
  task: [] as number[],
});

type Times = ReturnType<typeof newTimes>;

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

async function measureList(browser: Browser, times: Times): Promise<void> {
  times.first.push(await browser.openList());
  times.top.push(...(await scroll(browser)));
  const focused = `document.activeElement.closest('[aria-posinset]')?.getAttribute('aria-posinset')`;
  const end = await browser.time(
    `document.querySelector('.row a').focus();
     document.activeElement.dispatchEvent(
       new KeyboardEvent('keydown', { key: 'End', bubbles: true, cancelable: true }))`,
    `${focused} === '${browser.size}'`,
  );
  const sortBy = (by: string) =>
    `const select = document.querySelector('.sort-control select');
     select.value = '${by}';
     select.dispatchEvent(new Event('change', { bubbles: true }))`;
  const firstRow = `document.querySelector('[aria-posinset="1"] a')?.textContent ?? ''`;
  const isByTitle = `(${firstRow}).includes('${FIRST_TITLE}')`;
  const sort = await browser.time(sortBy('title'), isByTitle);
  const sortAgain = await browser.time(sortBy('site'), `(${firstRow}) !== '' && !${isByTitle}`);
  times.end.push(end.ms);
  times.sort.push(sort.ms);
  times.sortAgain.push(sortAgain.ms);
  times.task.push(Math.round(Math.max(end.task, sort.task, sortAgain.task)));
  await browser.time(sortBy('saved'), `(${firstRow}) !== ''`);
  await browser.time(`${LIST}.scrollTop = ${LIST}.scrollHeight / 2`, IS_READ);
  times.middle.push(...(await scroll(browser)));
}

/** Scrolls a screen at a time, down and up again, and returns the ms until each is read. */
async function scroll(browser: Browser): Promise<readonly number[]> {
  const times: number[] = [];
  for (let step = 0; step < SCROLLS; step += 1) {
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

function beside(
  name: string,
  values: readonly number[],
  floors: readonly number[],
  n: number,
  atMost?: number,
): Figure {
  const [ms, floorMs] = [median(values), median(floors)];
  const value = rounded(ms / floorMs);
  return {
    bench: BENCH,
    case: name,
    value,
    unit: 'x',
    n,
    floor: `${FEW} bookmarks: ${rounded(floorMs)} ms; many: ${rounded(ms)} ms`,
    ...(atMost === undefined ? {} : { aim: `<=${atMost}`, met: value <= atMost }),
  };
}

async function* contentsFigures(browser: Browser, runs: number): AsyncGenerator<Figure> {
  const { readMs, ...warm } = await browser.inBenchPage('readTimes', runs);
  const floor = `reading the contents for the first time: ${Math.round(readMs)} ms`;
  for (const [name, values] of Object.entries(warm)) {
    yield { bench: BENCH, case: name, value: rounded(median(values)), unit: 'ms', floor, n: runs };
  }
}

async function* writeFigures(browser: Browser): AsyncGenerator<Figure> {
  const { edit, put } = await browser.inBenchPage('writeTimes', WRITES);
  const value = rounded(median(edit) / median(put));
  yield {
    bench: BENCH,
    case: 'one edit',
    value,
    unit: 'x',
    n: WRITES,
    floor: `a bare put of the row: ${rounded(median(put))} ms; edit: ${rounded(median(edit))} ms`,
  };
}

/** An action on 1,000 bookmarks and on all of them beside a bare put of their rows. */
async function* bulkFigures(browser: Browser): AsyncGenerator<Figure> {
  for (const count of new Set([Math.min(1_000, browser.size), browser.size])) {
    const times = await browser.inBenchPage('bulkTimes', count, `bulk ${count}`);
    const [bulk, put] = [times.bulkMs, times.putMs].map((ms) => (ms / count) * 1_000);
    yield {
      bench: BENCH,
      case: `a label for ${count} bookmarks`,
      unit: 'x',
      n: count,
      value: rounded(times.bulkMs / times.putMs),
      floor: `a bare put of their rows: ${Math.round(put ?? 0)} ms for 1,000; the action: ${Math.round(bulk ?? 0)} ms for 1,000`,
    };
  }
}

async function* duplicateFigures(browser: Browser): AsyncGenerator<Figure> {
  await browser.inBenchPage('sketchAll');
  const n = browser.size;
  const readMs = await browser.inBenchPage('readRows');
  const { ms, task, bytes } = await browser.inBenchPage('findDuplicates');
  const floor = `reading the rows: ${Math.round(readMs)} ms; finding: ${Math.round(ms)} ms`;
  const value = rounded(ms / readMs);
  yield { bench: BENCH, case: `duplicates among ${n} texts`, value, unit: 'x', floor, n };
  yield {
    bench: BENCH,
    case: `longest task while duplicates are found`,
    unit: 'ms',
    n,
    value: task,
    floor: '0: none over 50 ms',
    aim: '<=50',
    met: task <= 50,
  };
  yield {
    bench: BENCH,
    case: 'heap while duplicates are found',
    unit: 'MB',
    n,
    value: rounded(bytes / 1e6),
    floor: 'the heap of the page before',
  };
}
