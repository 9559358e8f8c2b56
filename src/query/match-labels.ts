import { fold } from './fold';
import type { TextTerm } from './query';

/**
 * Whether a bookmark with `labels` is chosen by label terms, all of which must hold: the whole label,
 * in its case; with a star its beginning, in any case (protocol.md section 13).
 */
export function matchesLabels(terms: readonly TextTerm[], labels: readonly string[]): boolean {
  return terms.every(
    ({ text, isPrefix, isExcluded }) =>
      labels.some((label) => (isPrefix ? fold(label).startsWith(fold(text)) : label === text)) !==
      isExcluded,
  );
}
