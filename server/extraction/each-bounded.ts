/**
 * Does `work` for each item, at most `parallel` at a time. After a fault no more is begun; it rejects
 * with that once all that was begun has ended.
 */
export async function eachBounded<T>(
  items: Iterable<T>,
  parallel: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  // Shared: whoever is free takes the next one.
  const waiting = items[Symbol.iterator]();
  let isFaulty = false;
  const run = async () => {
    for (let next = waiting.next(); !next.done && !isFaulty; next = waiting.next()) {
      await work(next.value);
    }
  };
  const runs = Array.from({ length: parallel }, () =>
    run().catch((fault) => {
      isFaulty = true;
      throw fault;
    }),
  );
  await Promise.allSettled(runs);
  await Promise.all(runs);
}
