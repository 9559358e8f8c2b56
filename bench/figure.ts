/** One measured value beside its reference in the same run; one line of output. */
export interface Figure {
  readonly bench: string;
  readonly case: string;
  readonly value: number;
  readonly unit: string;
  /** The reference that `value` is compared with. */
  readonly floor: string;
  /** The target; absent if the value is only informative. */
  readonly aim?: string;
  readonly met?: boolean;
  /** The number of pages, rows or runs behind the value. */
  readonly n: number;
}

export interface BenchOptions {
  /** Folder with pages to measure; null if none was given. */
  readonly corpus: string | null;
  /** Timed runs of each side. */
  readonly runs: number;
  /** Only pages whose name contains this. */
  readonly only: string;
  /** The number of bookmarks for a short run; null: the usual numbers. */
  readonly size: number | null;
  /** Measure in Chromium where that is an alternative to Node. */
  readonly inBrowser: boolean;
  /** Leave out the rules of the capture one at a time instead of measuring it. */
  readonly leavesOutRules: boolean;
  /** Folder for pictures that are taken instead of measuring; null: measure. */
  readonly pictures: string | null;
  /** File with the articles of an earlier commit, to compare instead of measuring; null: measure. */
  readonly earlier: string | null;
}

/** The message says in a sentence why there is nothing to measure. */
export class NothingToMeasure extends Error {}

export const NEEDS_CORPUS = 'needs --corpus DIR, a folder with pages (docs/benchmarks.md).';

/** Yields values as they are measured. Throws `NothingToMeasure` if it lacks an input. */
export type Bench = (options: BenchOptions) => AsyncIterable<Figure>;

/**
 * Returns the median; the mean of the two middle values if there are two, and NaN without values.
 */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = Number.NaN, high = Number.NaN] = [
    sorted[Math.ceil(middle) - 1],
    sorted[Math.floor(middle)],
  ];
  return (low + high) / 2;
}

/** Returns the value that a share of the values, from 0 to 1, does not exceed. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Rounds to three decimals, because more would be noise. */
export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/**
 * Measures each side `runs` times, in turns, and returns the median of each. Each side goes first
 * equally often, so other load on the machine affects all sides.
 */
export async function inTurns<Side extends string>(
  sides: readonly Side[],
  runs: number,
  measure: (side: Side) => Promise<number>,
): Promise<Readonly<Record<Side, number>>> {
  const times = new Map(sides.map((side) => [side, [] as number[]]));
  for (let run = 0; run < runs; run += 1) {
    const first = run % sides.length;
    for (const side of [...sides.slice(first), ...sides.slice(0, first)]) {
      times.get(side)?.push(await measure(side));
    }
  }
  const medians = [...times].map(([side, values]) => [side, median(values)]);
  return Object.fromEntries(medians); // The keys are the sides.
}
