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

export interface SliceOptions {
  /** The current time in milliseconds, such as `performance.now`. */
  readonly now: () => number;
  /** Resolves when the next slice may start, such as `scheduler.yield`. */
  readonly yieldToPage: () => Promise<unknown>;
  /** The longest time between two calls of `yieldToPage`. */
  readonly sliceMs?: number;
  /** Stops the work: the result is null. */
  readonly signal?: AbortSignal;
}

/** Less than half of a frame: the page has the rest, and a slice ends after a whole step. */
const SLICE_MS = 6;

/** Does the steps in slices. Returns null if the signal was aborted before the end. */
export async function runInSlices<T>(
  steps: Steps<T>,
  { now, yieldToPage, sliceMs = SLICE_MS, signal }: SliceOptions,
): Promise<T | null> {
  let sliceEnd = now() + sliceMs;
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (now() < sliceEnd) continue;
    await yieldToPage();
    if (signal?.aborted) return null;
    sliceEnd = now() + sliceMs;
  }
}
