/** Does `work` for each item, at most `parallel` at a time; rejects with the first fault. */
export async function eachBounded<T>(
  items: Iterable<T>,
  parallel: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  // Shared: whoever is free takes the next one.
  const waiting = items[Symbol.iterator]();
  const run = async () => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: parallel }, run));
}
