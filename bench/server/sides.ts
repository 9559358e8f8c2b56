import type { Figure } from '../figure';
import { median, rounded } from '../figure';
import type { Child } from './child';
import type { Library } from './database';

/** The measured server and its references. */
export interface Sides {
  readonly floor: Child;
  /** Hono with one statement per route. */
  readonly bare: Child;
  readonly leafmark: Child;
  readonly library: Library;
  /** Number of bookmarks in the library. */
  readonly size: number;
  readonly runs: number;
}

/** The headers of an app's requests. */
export const headersOf = ({ token }: Library): Readonly<Record<string, string>> => ({
  authorization: `Bearer ${token}`,
  accept: 'application/json',
});

export type Aim = { readonly atLeast: number } | { readonly atMost: number };

/** Returns the median of some ratios as a figure. */
export function ratioFigure(
  name: string,
  ratios: readonly number[],
  floor: string,
  aim?: Aim,
): Figure {
  const value = rounded(median(ratios));
  const goal =
    aim === undefined
      ? {}
      : 'atLeast' in aim
        ? { aim: `>=${aim.atLeast}`, met: value >= aim.atLeast }
        : { aim: `<=${aim.atMost}`, met: value <= aim.atMost };
  return { bench: 'server', case: name, value, unit: 'x', floor, ...goal, n: ratios.length };
}
