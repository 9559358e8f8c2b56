import { fold } from '../../../src/query';

/** Labels each once, in the order in which they are shown: without case and accents, then exactly. */
export const sortedLabels = (labels: Iterable<string>): readonly string[] =>
  [...new Set(labels)]
    .map((label) => [fold(label), label] as const)
    .sort(([a, first], [b, second]) => compare(a, b) || compare(first, second))
    .map(([, label]) => label);

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
