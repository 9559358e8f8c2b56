import { rounded } from '../figure';

export const FOLDS = 5;

const FNV_START = 2_166_136_261;
const FNV_PRIME = 16_777_619;

/** Returns a hash (FNV-1a) of a name, from 0 to 2^32 - 1. It is the same in every run. */
export function hashOf(name: string): number {
  let hash = FNV_START;
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), FNV_PRIME) >>> 0;
  }
  return hash;
}

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
  const mean = values.reduce((total, value) => total + value, 0) / values.length;
  const squares = values.reduce((total, value) => total + (value - mean) ** 2, 0);
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
