/** Long work on the thread of a page is interrupted after this time. */
const LONGEST_MS = 8;

/** Not in all browsers, and not in the types. */
interface YieldingScheduler {
  yield?(): Promise<void>;
}

/** Divides work on the thread of a page, so that the page can paint and take input in between. */
export class Slice {
  #start = performance.now();

  /** True if the work has to be interrupted. */
  isOver(): boolean {
    return performance.now() - this.#start > LONGEST_MS;
  }

  /** Interrupts the work. */
  async next(): Promise<void> {
    const { scheduler } = globalThis as { readonly scheduler?: YieldingScheduler };
    // A timeout waits 4 ms at least.
    await (scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve)));
    this.#start = performance.now();
  }
}
