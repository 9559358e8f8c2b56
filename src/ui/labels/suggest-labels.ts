import { labelKey } from '../../domain';
import type { LabelCount } from '../../library/repository';

const MOST = 6;

/**
 * Labels that may be meant by `text`, at most six: those that begin with it, then those that have
 * it further in, each the most used first. With no text the most used of all.
 */
export function suggestLabels(
  known: readonly LabelCount[],
  taken: readonly string[],
  text: string,
): readonly LabelCount[] {
  const wanted = labelKey(text.trim());
  const takenKeys = new Set(taken.map(labelKey));
  return known
    .map((label) => ({ label, at: labelKey(label.name).indexOf(wanted) }))
    .filter(({ label, at }) => at !== -1 && !takenKeys.has(labelKey(label.name)))
    .sort((a, b) => Number(a.at > 0) - Number(b.at > 0) || b.label.count - a.label.count)
    .slice(0, MOST)
    .map(({ label }) => label);
}

/** `typed` as it is spelled where it is in use already, whatever its case. */
export function knownSpelling(known: readonly LabelCount[], typed: string): string {
  const key = labelKey(typed);
  return known.find(({ name }) => labelKey(name) === key)?.name ?? typed;
}
