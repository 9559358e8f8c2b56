import { type Figure, figuresOf, rounded, sum } from '../figure';
import { hashOf } from '../random';

export const FOLDS = 5;

/** Returns the fold of a page, from 0, by a hash of its name. */
export const foldOf = (name: string): number => hashOf(name) % FOLDS;

/** The mean of a measure over the folds, how far they are from it, and its least and greatest value. */
export interface Spread {
  readonly mean: number;
  /** Of a sample; 0 for a single fold. */
  readonly deviation: number;
  readonly least: number;
  readonly greatest: number;
}

/** Measures each fold by itself. Folds without pages are left out. */
export function spreadOverFolds<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  measure: (items: readonly T[]) => number,
): Spread {
  const values = Array.from({ length: FOLDS }, (_, fold) =>
    items.filter((item) => foldOf(nameOf(item)) === fold),
  )
    .filter((part) => part.length > 0)
    .map(measure);
  const mean = sum(values) / values.length;
  const squares = sum(values.map((value) => (value - mean) ** 2));
  return {
    mean,
    deviation: Math.sqrt(squares / Math.max(1, values.length - 1)),
    least: Math.min(...values),
    greatest: Math.max(...values),
  };
}

/** Returns a spread as words, for the reference of a figure. */
export const describeSpread = ({ deviation, least, greatest }: Spread): string =>
  `standard deviation ${rounded(deviation)}, least ${rounded(least)}, greatest ${rounded(greatest)}`;

/** The mean of a measure over the folds of pages. */
export function foldFigure<T extends { readonly page: { readonly name: string } }>(
  what: string,
  unit: string,
  pages: readonly T[],
  measure: (pages: readonly T[]) => number,
): Figure {
  const spread = spreadOverFolds(pages, ({ page }) => page.name, measure);
  const mean = [spread.mean, unit] as const;
  const name = `${what}, mean ${unit} of ${FOLDS} folds`;
  return figuresOf('extraction').value(name, mean, pages.length, describeSpread(spread));
}
