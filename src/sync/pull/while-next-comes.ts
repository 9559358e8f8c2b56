import { ok, type Result } from '../../domain';

/** Does `work` for each item in turn, while the next one comes; ends at the first that fails. */
export async function whileNextComes<T, E>(
  items: AsyncIterable<T>,
  work: (item: T) => Promise<Result<null, E>>,
): Promise<Result<null, E>> {
  let working: Promise<Result<null, E>> = Promise.resolve(ok(null));
  for await (const item of items) {
    const done = await working;
    if (!done.ok) return done;
    working = work(item);
  }
  return working;
}
