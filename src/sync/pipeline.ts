import { ok, type Result } from '../domain/result';

/**
 * Runs `work` for each item as it arrives, at most two at a time: one is written while the next is
 * prepared. Stops at the first failure or exception, after the work that has started is finished.
 */
export async function pipeline<T, E>(
  items: AsyncIterable<T>,
  work: (item: T) => Promise<Result<unknown, E>>,
): Promise<Result<unknown, E>> {
  let last: Promise<Result<unknown, E>> = Promise.resolve(ok(null));
  try {
    for await (const item of items) {
      const before = last;
      last = work(item);
      // The rejection is handled below; the item before may take longer.
      last.catch(() => undefined);
      const done = await before;
      if (done.ok) continue;
      await last;
      return done;
    }
    return await last;
  } finally {
    await Promise.allSettled([last]);
  }
}
