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

/** The target of a value, possibly one that is more than a bound. */
export type Aim =
  | { readonly atMost: number }
  | { readonly atLeast: number }
  | { readonly aim: string; readonly met: boolean };

function judge(value: number, aim: Aim): Pick<Figure, 'aim' | 'met'> {
  if ('atMost' in aim) return { aim: `<=${aim.atMost}`, met: value <= aim.atMost };
  if ('atLeast' in aim) return { aim: `>=${aim.atLeast}`, met: value >= aim.atLeast };
  return aim;
}

/** Returns functions that make the figures of a benchmark. */
export function figuresOf(bench: string) {
  /** One value. The aim is compared with the printed value. */
  const value = (
    name: string,
    [exact, unit]: readonly [value: number, unit: string],
    n: number,
    floor: string,
    aim?: Aim | null,
  ): Figure => {
    const printed = rounded(exact);
    const judged = aim ? judge(printed, aim) : {};
    return { bench, case: name, value: printed, unit, n, floor, ...judged };
  };
  /** The median of some times in ms beside that of a reference. */
  const ratio = (
    name: string,
    times: readonly number[],
    [reference, floors]: readonly [name: string, times: readonly number[]],
    aim?: Aim | null,
  ): Figure => {
    const [ms, floorMs] = [median(times), median(floors)];
    const floor = `${reference}: ${rounded(floorMs)} ms; measured: ${rounded(ms)} ms`;
    return value(name, [ms / floorMs, 'x'], times.length, floor, aim);
  };
  return { value, ratio };
}

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

export const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

/** Rounds to three decimals, because more would be noise. */
export const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** Returns the ms until `work` is done. */
export async function elapsed(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/**
 * Measures each side `runs` times, in turns. Each side goes first equally often, so other load on the
 * machine affects all sides. `warmUps` runs before these are not counted: a first run compiles.
 */
export async function inTurns<Side extends string, T>(
  sides: readonly Side[],
  runs: number,
  measure: (side: Side, run: number) => Promise<T>,
  warmUps = 0,
): Promise<Readonly<Record<Side, T[]>>> {
  const entries = sides.map((side) => [side, [] as T[]] as const);
  const measured = Object.fromEntries(entries) as Record<Side, T[]>; // The keys are the sides.
  for (let run = -warmUps; run < runs; run += 1) {
    const first = Math.abs(run) % sides.length;
    for (const side of [...sides.slice(first), ...sides.slice(0, first)]) {
      const one = await measure(side, run);
      if (run >= 0) measured[side].push(one);
    }
  }
  return measured;
}
