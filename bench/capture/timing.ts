import type { CaptureReport } from '../../src/domain';
import { type Figure, median, rounded } from '../figure';
import type { Measurement } from './page-runner';

const MAX_OVERHEAD = 1.5;
const DEAREST = 0.1;

/** Images are not included: they are read after the page is saved. */
const CAPTURE_STEPS = [
  'measure',
  'clone',
  'metadata',
  'repair',
  'extract',
  'sanitise',
  'count',
] as const;

type Steps = CaptureReport['durationsMs'];

/** The time of one page relative to plain Readability's. */
export interface Timing {
  readonly name: string;
  readonly ratio: number;
  /** The time of each step relative to the whole time of plain Readability. */
  readonly steps: Readonly<Partial<Record<string, number>>>;
}

/** `stepsMs` has an entry for each run. */
export function warmTiming(
  name: string,
  oursMs: number,
  plainMs: number,
  stepsMs: readonly Steps[],
): Timing {
  const shares = CAPTURE_STEPS.map((step) => {
    return [step, median(stepsMs.map((ms) => ms[step] ?? 0)) / plainMs];
  });
  return { name, ratio: oursMs / plainMs, steps: Object.fromEntries(shares) };
}

/** The medians of the pairs of first runs. */
function firstRunTiming(name: string, { firstRuns }: Pick<Measurement, 'firstRuns'>): Timing {
  const of = (value: (steps: Steps, oursMs: number) => number) =>
    median(firstRuns.map(({ oursMs, plainMs, stepsMs }) => value(stepsMs, oursMs) / plainMs));
  const shares = CAPTURE_STEPS.map((step) => [step, of((steps) => steps[step] ?? 0)]);
  const sumOf = (steps: Steps) => CAPTURE_STEPS.reduce((sum, step) => sum + (steps[step] ?? 0), 0);
  return {
    name,
    ratio: of((_, oursMs) => oursMs),
    steps: {
      'reading the script': of((steps, oursMs) => oursMs - sumOf(steps)),
      ...Object.fromEntries(shares),
    },
  };
}

/**
 * The median over the pages with the dearest tenth by name, the median of that tenth, and that of
 * each step. `what` says which runs and where.
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
  for (const step of Object.keys(timings[0]?.steps ?? {})) {
    const value = median(timings.map(({ steps }) => steps[step] ?? 0));
    yield { ...common, case: `time, ${what}, step: ${step}`, value: rounded(value), n };
  }
}

/** The figures of pages that were measured in Chromium. */
export function* browserTimes(
  bench: string,
  pages: readonly { readonly name: string; readonly measured: Measurement }[],
): Generator<Figure> {
  const first = pages.map(({ name, measured }) => firstRunTiming(name, measured));
  yield* timeFigures(bench, 'first run in a page in Chromium', first);
  const warm = pages.map(({ name, measured: { oursMs, plainMs, stepsMs } }) =>
    warmTiming(name, median(oursMs), median(plainMs), stepsMs),
  );
  yield* timeFigures(bench, 'warm in Chromium', warm);
}
