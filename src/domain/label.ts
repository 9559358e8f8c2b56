/** In code points: the longest label that the service takes. */
export const LABEL_MAX_LENGTH = 1024;

/**
 * A label as it is kept: composed (NFC), white space and control characters folded to single
 * spaces, trimmed, cut at `LABEL_MAX_LENGTH`; its case is the person's. null when nothing is left.
 */
export function normalLabel(text: string): string | null {
  const folded = text
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const label = [...folded].slice(0, LABEL_MAX_LENGTH).join('').trimEnd();
  return label === '' ? null : label;
}

/** What two labels have in common when they differ in case only. Not for showing. */
export function labelKey(label: string): string {
  return label.normalize('NFC').toLowerCase();
}

/** Labels as they are kept, in their order, the first spelling of each. */
export function normalLabels(texts: Iterable<string>): string[] {
  const byKey = new Map<string, string>();
  for (const text of texts) {
    const label = normalLabel(text);
    if (label !== null && !byKey.has(labelKey(label))) byKey.set(labelKey(label), label);
  }
  return [...byKey.values()];
}
