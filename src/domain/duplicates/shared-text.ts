/**
 * How much of two texts is the same: the paragraphs that both have, as a part (0 to 1) of those of
 * the one that has more. Paragraphs are given by their hashes; 0 when either has none.
 */
export function sharedText(a: readonly number[], b: readonly number[]): number {
  const left = new Map<number, number>();
  for (const hash of a) left.set(hash, (left.get(hash) ?? 0) + 1);
  let shared = 0;
  for (const hash of b) {
    const count = left.get(hash) ?? 0;
    if (count > 0) shared += 1;
    left.set(hash, count - 1);
  }
  return shared === 0 ? 0 : shared / Math.max(a.length, b.length);
}
