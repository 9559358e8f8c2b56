import { type Figure, median, rounded } from '../figure';
import type { Measurement } from './page-runner';

const MAX_OVERHEAD = 1.5;
const DEAREST = 0.1;

/** The time of one page relative to plain Readability's. Images are read after the page is saved. */
interface Timing {
  readonly name: string;
  readonly ratio: number;
}

/**
 * The median over the pages with the dearest tenth by name, and the median of that tenth. `what` says
 * which runs and where.
 */
export function* timeFigures(
  bench: string,
  what: string,
  timings: readonly Timing[],
): Generator<Figure> {
  if (timings.length === 0) return;
  const n = timings.length;
  const common = { bench, unit: 'x', floor: 'clone and Readability.parse' };
  const middle = median(timings.map(({ ratio }) => ratio));
  yield {
    ...common,
    case: `time, ${what}`,
    value: rounded(middle),
    aim: `<=${MAX_OVERHEAD}`,
    met: middle <= MAX_OVERHEAD,
    n,
  };
  const dearest = timings.toSorted((a, b) => b.ratio - a.ratio).slice(0, Math.ceil(n * DEAREST));
  const names = dearest.map(({ name, ratio }) => `${name} ${rounded(ratio)}`).join(', ');
  yield {
    ...common,
    case: `time, ${what}, the dearest tenth: ${names}`,
    value: rounded(median(dearest.map(({ ratio }) => ratio))),
    n: dearest.length,
  };
}

/** The figures of pages that were measured in Chromium. */
export function* browserTimes(
  bench: string,
  pages: readonly { readonly name: string; readonly measured: Measurement }[],
): Generator<Figure> {
  const first = pages.map(({ name, measured: { firstRuns } }) => ({
    name,
    ratio: median(firstRuns.map(({ oursMs, plainMs }) => oursMs / plainMs)),
  }));
  yield* timeFigures(bench, 'first run in a page in Chromium', first);
  const warm = pages.map(({ name, measured: { oursMs, plainMs } }) => ({
    name,
    ratio: median(oursMs) / median(plainMs),
  }));
  yield* timeFigures(bench, 'warm in Chromium', warm);
}
