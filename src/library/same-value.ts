/** Whether two field values are equal: plain values, or lists of texts in the same order. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
  return a.length === b.length && a.every((item, at) => item === b[at]);
}
