/**
 * Returns a function that compares `word` with others: it returns the fewest letters to insert,
 * delete, replace or swap with their neighbours that make one word of the other; null if they are
 * more than `most`.
 */
export function boundedDistanceTo(word: string, most: number): (other: string) => number | null {
  const tooMany = most + 1;
  // Thousands of words are compared, so the rows of the table are used again.
  let [beforeLast, last, next] = [0, 1, 2].map(() => new Uint16Array(word.length + 2)) as Rows;
  return (other) => {
    if (Math.abs(word.length - other.length) > most) return null;
    for (let at = 0; at <= word.length; at += 1) last[at] = at;
    let fewestOfLast = 0;
    for (let row = 1; row <= other.length; row += 1) {
      // Cells farther from the diagonal are more than `most`.
      const from = Math.max(1, row - most);
      const to = Math.min(word.length, row + most);
      let fewest = from === 1 ? row : tooMany;
      next[from - 1] = fewest;
      for (let at = from; at <= to; at += 1) {
        const isSame = word[at - 1] === other[row - 1];
        const isSwapped = word[at - 1] === other[row - 2] && word[at - 2] === other[row - 1];
        let edits = Math.min((last[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1);
        edits = Math.min(edits, (last[at - 1] ?? 0) + (isSame ? 0 : 1));
        if (isSwapped && row > 1 && at > 1) edits = Math.min(edits, (beforeLast[at - 2] ?? 0) + 1);
        next[at] = edits;
        fewest = Math.min(fewest, edits);
      }
      next[to + 1] = tooMany;
      // A swap continues from the row before the last one.
      if (fewest > most && fewestOfLast >= most) return null;
      [beforeLast, last, next, fewestOfLast] = [last, next, beforeLast, fewest];
    }
    const edits = last[word.length] ?? 0;
    return edits <= most ? edits : null;
  };
}

type Rows = [Uint16Array, Uint16Array, Uint16Array];
