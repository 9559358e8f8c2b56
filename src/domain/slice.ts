/** In ms, less than half of a frame: the page has the rest, and a slice ends after a whole step. */
const SLICE_MS = 6;

/** Not in all browsers, and not in the types. */
interface TaskScheduler {
  postTask?(task: () => void): Promise<void>;
}

/**
 * Lets waiting work run first. `scheduler.yield` would not: what follows it runs before all ordinary
 * tasks, such as messages, timers and replies of a database. A timeout waits 4 ms at least.
 */
async function yieldToOthers(): Promise<void> {
  const { scheduler } = globalThis as { readonly scheduler?: TaskScheduler };
  await (scheduler?.postTask?.(() => undefined) ?? new Promise((resolve) => setTimeout(resolve)));
}

export interface SliceOptions {
  /** The current time in milliseconds; `performance.now` by default. */
  readonly now?: () => number;
  /** Resolves when the next slice may start; by default as soon as other work has run. */
  readonly yieldToPage?: () => Promise<unknown>;
  readonly sliceMs?: number;
}

/** Divides long work on a thread, so that its page can paint and take input in between. */
export class Slice {
  readonly #now: () => number;
  readonly #yieldToPage: () => Promise<unknown>;
  readonly #sliceMs: number;
  #start: number;

  constructor({
    now = () => performance.now(),
    yieldToPage = yieldToOthers,
    sliceMs = SLICE_MS,
  }: SliceOptions = {}) {
    this.#now = now;
    this.#yieldToPage = yieldToPage;
    this.#sliceMs = sliceMs;
    this.#start = now();
  }

  /** True if the work has to be interrupted. */
  isOver(): boolean {
    return this.#now() - this.#start >= this.#sliceMs;
  }

  /** Interrupts the work. */
  async next(): Promise<void> {
    await this.#yieldToPage();
    this.#start = this.#now();
  }
}
