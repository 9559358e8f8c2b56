/**
 * Does `work` for each item, at most `parallel` of them at a time. Where one throws, no more are begun,
 * and the error is thrown once those that were begun are over.
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
