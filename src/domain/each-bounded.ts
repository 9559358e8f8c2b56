/**
 * Runs `work` for each item, at most `parallel` at a time. After an exception no more are started;
 * the promise rejects with it when those that were started have ended.
 */
export async function eachBounded<T>(
  items: Iterable<T>,
  parallel: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = items[Symbol.iterator]();
  let isBroken = false;
  const worker = async () => {
    for (let next = left.next(); !next.done && !isBroken; next = left.next()) {
      try {
        await work(next.value);
      } catch (error) {
        isBroken = true;
        throw error;
      }
    }
  };
  const workers = Array.from({ length: parallel }, worker);
  await Promise.allSettled(workers);
  await Promise.all(workers);
}
