import { type Figure, percentile, rounded } from '../figure';
import { buildListExtension, ListBrowser } from '../list/list-browser';
import type * as benchPageScript from './bench-page';
import type { LibrarySize } from './bench-page';

const SCROLLS = 12;
const EDITS = 20;
const LIST = `document.querySelector('.list')`;

type Times = Record<'first rows' | 'a screen further' | 'one edit', number[]>;

/**
 * Measures the library page and edits while the background builds the index, as after a first sync,
 * beside the same when it is idle.
 */
export async function* whileBuilding(size: LibrarySize, runs: number): AsyncGenerator<Figure> {
  using extension = await buildListExtension('search/bench-page.ts');
  const n = size.bookmarks;
  await using browser: ListBrowser<typeof benchPageScript> = await ListBrowser.open(
    extension.folder,
    n,
  );
  await browser.inBenchPage('makeLibrary', size);
  const idle: Times = newTimes();
  const building: Times = newTimes();
  let early = 0;
  for (let run = 0; run < runs; run += 1) {
    await browser.inBenchPage('rebuild');
    if (!(await measure(browser, building))) early += 1;
    await browser.inBenchPage('untilBuilt');
    await measure(browser, idle);
  }
  for (const name of ['first rows', 'a screen further', 'one edit'] as const) {
    const [ms, idleMs] = [building[name], idle[name]].map((times) => percentile(times, 0.95));
    yield {
      bench: 'search',
      case: `${name} while the index of ${n} is built, p95`,
      unit: 'x',
      value: rounded((ms ?? 0) / (idleMs ?? 0)),
      n: building[name].length,
      floor: `when it is idle: ${rounded(idleMs ?? 0)} ms; while it is built: ${rounded(ms ?? 0)} ms; runs whose build ended early: ${early}`,
    };
  }
}

const newTimes = (): Times => ({ 'first rows': [], 'a screen further': [], 'one edit': [] });

/** Returns true if the index was being built all the time. */
async function measure(
  browser: ListBrowser<typeof benchPageScript>,
  times: Times,
): Promise<boolean> {
  times['first rows'].push(await browser.openList());
  for (let step = 0; step < SCROLLS; step += 1) {
    const { ms } = await browser.time(
      `${LIST}.scrollTop += ${LIST}.clientHeight;
       await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))`,
      `(() => {
         const { left, right, top, bottom } = ${LIST}.getBoundingClientRect();
         const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
         return at?.closest('.row')?.querySelector('a') != null;
       })()`,
    );
    times['a screen further'].push(ms);
  }
  const edited = await browser.inBenchPage('editTimes', EDITS);
  times['one edit'].push(...edited.times);
  return edited.isBuilding;
}
