import { boundedNormalise } from './bounded-normalise';

/** In code points: the longest label that the service takes. */
export const LABEL_MAX_LENGTH = 1024;

/** A character that can be seen: zero-width ones, direction marks and fillers are ignorable (DI). */
const SEEN = /[^\s\p{DI}\u2800]/u;

/**
 * Normalises a label: composes it (NFC), collapses white space and control characters to single
 * spaces, trims it and truncates it to `LABEL_MAX_LENGTH`. Case is kept. Returns null if nothing
 * that can be seen is left.
 */
export function normalLabel(text: string): string | null {
  // It is cut before it is read character by character.
  const folded = boundedNormalise(text.trimStart().slice(0, 4 * LABEL_MAX_LENGTH), 'NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const letters = [...folded];
  // A label that stays as it is needs no memory of its own. Many links of a file may have it.
  const isShort = letters.length <= LABEL_MAX_LENGTH;
  const label = isShort ? folded : letters.slice(0, LABEL_MAX_LENGTH).join('').trimEnd();
  return SEEN.test(label) ? label : null;
}

/**
 * Returns a key that is equal for labels that differ only in case. The key is not meant to be
 * displayed.
 */
export function labelKey(label: string): string {
  return boundedNormalise(label, 'NFC').toLowerCase();
}

/** Normalises labels and removes duplicates. Keeps the order and the first spelling of each. */
export function normalLabels(texts: Iterable<string>): string[] {
  const byKey = new Map<string, string>();
  for (const text of texts) {
    const label = normalLabel(text);
    if (label !== null && !byKey.has(labelKey(label))) byKey.set(labelKey(label), label);
  }
  return [...byKey.values()];
}
