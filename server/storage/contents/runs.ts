/** Of what is read at once, unless one alone is longer, in bytes. */
const MAX_AT_ONCE = 4 * 1024 * 1024;

/** `items` in their order, cut where what is read of them would become too much for memory. */
export function* runsOf<T>(
  items: readonly T[],
  sizeBytesOf: (item: T) => number,
): Generator<readonly T[]> {
  let run: T[] = [];
  let total = 0;
  for (const item of items) {
    const size = sizeBytesOf(item);
    if (run.length > 0 && total + size > MAX_AT_ONCE) {
      yield run;
      run = [];
      total = 0;
    }
    run.push(item);
    total += size;
  }
  if (run.length > 0) yield run;
}
