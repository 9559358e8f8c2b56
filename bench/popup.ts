import { type Bench, type Figure, rounded } from './figure';
import { BenchWorld } from './popup/bench-world';
import { RowsRun } from './popup/rows';
import { ClickRun } from './popup/whole-click';

const BENCH = 'popup';
const MIN_RUNS = 7;
/** A warm run takes a tenth of a second, of which one frame is a sixth. */
const MIN_WARM_RUNS = 21;

/**
 * Measures the popup over a library of 10,000 bookmarks in real Chromium beside static pages with
 * the same content: from navigation to painted rows, and from the click on the toolbar button to
 * *Saved*.
 */
export const popupBench: Bench = async function* ({ runs, only }) {
  const n = Math.max(runs, MIN_RUNS);
  await using world = await BenchWorld.open();
  if ('rows'.includes(only)) yield* rows(world, n);
  if ('whole click'.includes(only)) yield* wholeClick(world, n);
};

async function* rows(world: BenchWorld, n: number): AsyncGenerator<Figure> {
  const run = new RowsRun(world);
  await run.prepare();
  const warmRuns = Math.max(n, MIN_WARM_RUNS);
  const warm = await run.warm(warmRuns);
  const floor = { name: 'static page with the same rows', ms: warm['static page'] };
  yield ratio('rows warm', warm.popup, floor, warmRuns, 1.1);
  yield ratio('rows warm, read from the library first', warm['library first'], floor, warmRuns);
  yield ratio('rows warm, stale snapshot corrected', warm.corrected, floor, warmRuns);

  const cold = await run.afterStart(n);
  const coldFloor = { ...floor, ms: cold['static page'] };
  yield ratio('rows after a start', cold.popup, coldFloor, n, 1.2);
  yield ratio(
    'rows after a start, read from the library first',
    cold['library first'],
    coldFloor,
    n,
  );
}

async function* wholeClick(world: BenchWorld, n: number): AsyncGenerator<Figure> {
  await using run = await ClickRun.open(world);
  const times = await run.time(n);
  const name = 'static popup';
  yield ratio('whole click', times.popup, { name, ms: times['static popup'] }, n, 3);
  const asleep = { name, ms: times['static popup, asleep'] };
  yield ratio('whole click, background asleep', times['popup, asleep'], asleep, n, 3);
}

function ratio(
  name: string,
  ms: number,
  floor: { readonly name: string; readonly ms: number },
  n: number,
  atMost?: number,
): Figure {
  const value = rounded(ms / floor.ms);
  return {
    bench: BENCH,
    case: name,
    value,
    unit: 'x',
    floor: `${floor.name}: ${Math.round(floor.ms)} ms`,
    ...(atMost === undefined ? {} : { aim: `<=${atMost}`, met: value <= atMost }),
    n,
  };
}
