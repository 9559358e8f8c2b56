import { captureOnServer } from '../extraction/on-server';
import { type Figure, figuresOf, median, rounded } from '../figure';
import type { CorpusPage } from './corpus';
import type { Measurement } from './page-runner';

const MAX_OVERHEAD = 1.5;
const DEAREST = 0.1;
const FLOOR = 'clone and Readability.parse';

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
  const { value } = figuresOf(bench);
  const n = timings.length;
  const middle = [median(timings.map(({ ratio }) => ratio)), 'x'] as const;
  yield value(`time, ${what}`, middle, n, FLOOR, { atMost: MAX_OVERHEAD });
  const dearest = timings.toSorted((a, b) => b.ratio - a.ratio).slice(0, Math.ceil(n * DEAREST));
  const names = dearest.map(({ name, ratio }) => `${name} ${rounded(ratio)}`).join(', ');
  const most = [median(dearest.map(({ ratio }) => ratio)), 'x'] as const;
  yield value(`time, ${what}, the dearest tenth: ${names}`, most, dearest.length, FLOOR);
}

/** The figures of pages that were measured in Chromium. */
export function* browserTimes(
  bench: string,
  pages: readonly { readonly name: string; readonly measured: Measurement }[],
): Generator<Figure> {
  const first = pages.map(({ name, measured: { firstMs } }) => ({
    name,
    ratio: median(firstMs.ours.map((ms, run) => ms / (firstMs.plain[run] ?? Number.NaN))),
  }));
  yield* timeFigures(bench, 'first run in a page in Chromium', first);
  const warm = pages.map(({ name, measured: { oursMs, plainMs } }) => ({
    name,
    ratio: median(oursMs) / median(plainMs),
  }));
  yield* timeFigures(bench, 'warm in Chromium', warm);
}

/** Counts the pages whose article differs between the server's DOM and Chromium, and names them. */
export function sameOnServer(
  bench: string,
  results: readonly { readonly page: CorpusPage; readonly article: string }[],
): Figure {
  const others = results.filter(({ page, article }) => captureOnServer(page, 1).html !== article);
  const names = others.map(({ page }) => page.name).join(', ');
  const name = `articles that differ on the server${names && `: ${names}`}`;
  const differ = [others.length, 'pages'] as const;
  const floor = 'the capture in Chromium';
  return figuresOf(bench).value(name, differ, results.length, floor, { atMost: 0 });
}
