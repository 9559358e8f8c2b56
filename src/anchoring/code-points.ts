const SURROGATE_PATTERN = /[\ud800-\udfff]/;

/** Counts the Unicode code points of `text`. */
export function countCodePoints(text: string): number {
  if (!SURROGATE_PATTERN.test(text)) return text.length;
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/**
 * Converts a number of code points to an offset in UTF-16 code units. Returns null if `text` has
 * fewer code points.
 */
export function codeUnitsOf(text: string, count: number): number | null {
  if (!SURROGATE_PATTERN.test(text)) return count <= text.length ? count : null;
  let units = 0;
  let left = count;
  for (const character of text) {
    if (left === 0) return units;
    units += character.length;
    left -= 1;
  }
  return left === 0 ? units : null;
}

/** Returns `offset`, moved back by one if it is in the middle of a surrogate pair. */
export function wholeCharacter(text: string, offset: number): number {
  const isInside =
    /[\ud800-\udbff]/.test(text.charAt(offset - 1)) && /[\udc00-\udfff]/.test(text.charAt(offset));
  return isInside ? offset - 1 : offset;
}
