/** One measured figure beside what it is measured against, in the same run. One line of output. */
export interface Figure {
  readonly bench: string;
  readonly case: string;
  readonly value: number;
  readonly unit: string;
  /** What `value` is compared with. */
  readonly floor: string;
  /** What was aimed at; absent for a figure that only informs. */
  readonly aim?: string;
  readonly met?: boolean;
  /** How many pages, rows or runs the figure is over. */
  readonly n: number;
}

export interface BenchOptions {
  /** Folder with pages to measure on; null when none was given. */
  readonly corpus: string | null;
  /** Timed runs of each side. */
  readonly runs: number;
  /** Only pages whose name holds this. */
  readonly only: string;
}

/** Why there is nothing to measure, in a sentence for whoever asked. */
export class NothingToMeasure extends Error {}

/** Figures as they come. Throws `NothingToMeasure` when it was not given what it needs. */
export type Bench = (options: BenchOptions) => AsyncIterable<Figure>;

/** The middle of `values`, of two middles their mean; NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = Number.NaN, high = Number.NaN] = [
    sorted[Math.ceil(middle) - 1],
    sorted[Math.floor(middle)],
  ];
  return (low + high) / 2;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** To three decimals: more is noise. */
export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
