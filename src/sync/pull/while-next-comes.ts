import { ok, type Result } from '../../domain';

/**
 * Begins `work` for each item as it comes, two at a time at most: while one is written the next is
 * made ready. Ends at the first that fails, once what was begun is over.
 */
export async function whileNextComes<T, E>(
  items: AsyncIterable<T>,
  work: (item: T) => Promise<Result<null, E>>,
): Promise<Result<null, E>> {
  let last: Promise<Result<null, E>> = Promise.resolve(ok(null));
  for await (const item of items) {
    const [before, begun] = [last, work(item)];
    const done = await before;
    last = done.ok ? begun : begun.then(() => done);
    if (!done.ok) break;
  }
  return last;
}
