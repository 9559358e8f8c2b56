/** The longest pattern: its state is one number of 32 bits. */
export const MAX_PATTERN_LENGTH = 32;

/** A pattern of up to 32 units, prepared for the bit-parallel algorithm of Myers. */
export interface Pattern {
  readonly length: number;
  /** For each unit, the positions in the pattern where it occurs, as bits. */
  readonly positions: ReadonlyMap<number, number>;
}

export function patternOf(codes: Uint16Array): Pattern {
  const positions = new Map<number, number>();
  for (const [at, code] of codes.entries()) {
    positions.set(code, (positions.get(code) ?? 0) | (1 << at));
  }
  return { length: codes.length, positions };
}

/**
 * Returns the fewest insertions, deletions and replacements that make the pattern of a part of
 * `text` between `from` and `to`.
 */
export function fewestErrors(
  { length, positions }: Pattern,
  text: Uint16Array,
  from: number,
  to: number,
): number {
  if (length === 0) return 0;
  const last = 1 << (length - 1);
  // The differences between neighbouring rows of the current column: +1, and -1.
  let [up, down] = [-1, 0];
  let errors = length;
  let fewest = length;
  for (let at = from; at < to; at += 1) {
    const equal = positions.get(text[at] ?? 0) ?? 0;
    const diagonal = (((equal & up) + up) ^ up) | equal | down;
    let right = down | ~(diagonal | up);
    let left = up & diagonal;
    if ((right & last) !== 0) errors += 1;
    if ((left & last) !== 0) errors -= 1;
    if (errors < fewest) fewest = errors;
    // A match may start anywhere, so the first row is zero.
    right <<= 1;
    left <<= 1;
    up = left | ~(diagonal | right);
    down = right & diagonal;
  }
  return fewest;
}

/** An alignment of a pattern with a text. */
export interface Alignment {
  readonly errors: number;
  /** For each offset in the pattern, up to its length, the offset in the text. */
  readonly offsets: Uint16Array;
}

/** The longest texts that `align` takes: its work is their product. */
export const MAX_ALIGNED_LENGTH = 96;

/** Aligns the whole of two short texts with the fewest errors. */
export function align(pattern: Uint16Array, text: Uint16Array): Alignment {
  const [rows, columns] = [pattern.length + 1, text.length + 1];
  const costs = new Uint16Array(rows * columns);
  for (let row = 0; row < rows; row += 1) costs[row * columns] = row;
  for (let column = 0; column < columns; column += 1) costs[column] = column;
  const cost = (row: number, column: number) => costs[row * columns + column] ?? 0;
  for (let row = 1; row < rows; row += 1) {
    for (let column = 1; column < columns; column += 1) {
      const replaced = pattern[row - 1] === text[column - 1] ? 0 : 1;
      costs[row * columns + column] = Math.min(
        cost(row - 1, column - 1) + replaced,
        cost(row - 1, column) + 1,
        cost(row, column - 1) + 1,
      );
    }
  }
  const offsets = new Uint16Array(rows);
  let [row, column] = [rows - 1, columns - 1];
  while (row > 0) {
    offsets[row] = column;
    const here = cost(row, column);
    const replaced = pattern[row - 1] === text[column - 1] ? 0 : 1;
    if (column > 0 && here === cost(row - 1, column - 1) + replaced) {
      row -= 1;
      column -= 1;
    } else if (here === cost(row - 1, column) + 1) {
      row -= 1;
    } else {
      column -= 1;
    }
  }
  return { errors: cost(rows - 1, columns - 1), offsets };
}
