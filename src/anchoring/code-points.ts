const SURROGATE = /[\ud800-\udfff]/;

/** How many Unicode code points `text` has. */
export function countCodePoints(text: string): number {
  if (!SURROGATE.test(text)) return text.length;
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Where, in UTF-16 code units, `count` code points of `text` end; null when it has fewer. */
export function codeUnitsOf(text: string, count: number): number | null {
  if (!SURROGATE.test(text)) return count <= text.length ? count : null;
  let units = 0;
  let left = count;
  for (const character of text) {
    if (left === 0) return units;
    units += character.length;
    left -= 1;
  }
  return left === 0 ? units : null;
}

/** `offset`, moved back by one where it would cut a character in two. */
export function wholeCharacter(text: string, offset: number): number {
  const isInside =
    /[\ud800-\udbff]/.test(text.charAt(offset - 1)) && /[\udc00-\udfff]/.test(text.charAt(offset));
  return isInside ? offset - 1 : offset;
}
