import { ok, type Result } from '../../domain';

/**
 * Begins `work` for each item as it comes, two at a time at most: while one is written the next is
 * made ready. Ends at the first that fails or throws, once what was begun is over.
 */
export async function whileNextComes<T, E>(
  items: AsyncIterable<T>,
  work: (item: T) => Promise<Result<null, E>>,
): Promise<Result<null, E>> {
  let last: Promise<Result<null, E>> = Promise.resolve(ok(null));
  try {
    for await (const item of items) {
      const before = last;
      last = work(item);
      // What it throws is heard below; the item before it may take longer.
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
