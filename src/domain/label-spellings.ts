import { labelKey } from './label';

/** The labels that an import would bring. */
export interface LabelsFound {
  /** Those that the library does not have, each in its first spelling. */
  readonly newLabels: readonly string[];
  /** The spellings of each label that has several, with those of the library: "music, Music". */
  readonly spellings: readonly string[];
}

/** Collects the labels of an import. */
export function collectLabels() {
  const byKey = new Map<string, Set<string>>();
  return {
    add(labels: readonly string[]): void {
      for (const label of labels) {
        const key = labelKey(label);
        byKey.set(key, (byKey.get(key) ?? new Set()).add(label));
      }
    },
    /** Compares them with the labels of the library. */
    compare(known: readonly string[]): LabelsFound {
      const firsts = new Map(Array.from(byKey, ([key, [first = '']]) => [key, first]));
      for (const label of known) {
        const key = labelKey(label);
        firsts.delete(key);
        byKey.get(key)?.add(label);
      }
      return {
        newLabels: [...firsts.values()],
        spellings: [...byKey.values()].flatMap((each) =>
          each.size > 1 ? [...each].join(', ') : [],
        ),
      };
    },
  };
}

/** Returns labels in the spellings that they get. */
export type Spell = (labels: readonly string[]) => readonly string[];

/**
 * Returns a function that gives labels which differ only in case one spelling: one of `known`, or else
 * the first that it was called with.
 */
export function oneSpelling(known: readonly string[]): Spell {
  const spellings = new Map(known.map((label) => [labelKey(label), label]));
  // A known label stays as it is, also beside another one.
  for (const label of known) spellings.set(label, label);
  return (labels) =>
    labels.map((label) => {
      const key = labelKey(label);
      if (!spellings.has(key)) spellings.set(key, label);
      return spellings.get(label) ?? spellings.get(key) ?? label;
    });
}
