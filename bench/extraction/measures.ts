import { type Match, meanF1 } from '../capture/shingles';
import { sum } from '../figure';

const mean = (values: readonly number[]) => sum(values) / values.length;

/** The measures of the article extraction benchmark over pages. */
export const MEASURES = {
  precision: (matches: readonly Match[]) => mean(matches.map(({ precision }) => precision)),
  recall: (matches: readonly Match[]) => mean(matches.map(({ recall }) => recall)),
  F1: meanF1,
} as const;

export const UNITS = ['precision', 'recall', 'F1'] as const;
