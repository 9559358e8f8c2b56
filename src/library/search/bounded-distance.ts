/**
 * Returns the fewest letters to insert, delete, replace or swap with their neighbours that make one
 * word of the other; null if they are more than `most`.
 */
export function boundedDistance(one: string, other: string, most: number): number | null {
  if (Math.abs(one.length - other.length) > most) return null;
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: other.length + 1 }, (_, at) => at);
  let fewestOfLast = 0;
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    let fewest = row;
    for (let at = 1; at <= other.length; at += 1) {
      const isSame = one[row - 1] === other[at - 1];
      const isSwapped = one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      const edits = Math.min(
        (last[at] ?? 0) + 1,
        (next[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (isSame ? 0 : 1),
        row > 1 && at > 1 && isSwapped ? (beforeLast[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
      next.push(edits);
      fewest = Math.min(fewest, edits);
    }
    // A swap continues from the row before the last one.
    if (fewest > most && fewestOfLast >= most) return null;
    [beforeLast, last, fewestOfLast] = [last, next, fewest];
  }
  const edits = last.at(-1) ?? 0;
  return edits <= most ? edits : null;
}
