import { Slice, type SliceOptions } from '../domain/slice';

/**
 * Work that is done in steps of well below a millisecond. Each `yield` is a place where the caller
 * may stop for a while.
 */
export type Steps<T> = Generator<void, T, void>;

/** Does all steps at once. */
export function runAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Does the steps in slices. Returns null if `signal` was aborted before the end. */
export async function runInSlices<T>(
  steps: Steps<T>,
  { signal, ...options }: SliceOptions & { readonly signal?: AbortSignal | undefined } = {},
): Promise<T | null> {
  const slice = new Slice(options);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (!slice.isOver()) continue;
    await slice.next();
    if (signal?.aborted) return null;
  }
}
