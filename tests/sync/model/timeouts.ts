/**
 * A timer of at least this length is a client's timeout. All other timers of a history are shorter.
 */
const LONG_MS = 1000;

/** Timeouts that expire when the history says so, without waiting. */
export interface HeldTimeouts {
  /** Lets all held timeouts expire. */
  expire(): void;
  /** Restores the process's own timers. */
  restore(): void;
}

/** Replaces the timer functions of this process, because a history controls the time. */
export function holdTimeouts(): HeldTimeouts {
  const { setTimeout: start, clearTimeout: clear } = globalThis;
  const held = new Map<unknown, () => void>();
  const hold = (work: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
    if (ms < LONG_MS) return start(work, ms, ...args);
    const timer = start(() => undefined);
    held.set(timer, () => work(...args));
    return timer;
  };
  globalThis.setTimeout = Object.assign(hold, start);
  globalThis.clearTimeout = (timer) => {
    held.delete(timer);
    clear(timer);
  };
  return {
    expire() {
      const works = [...held.values()];
      held.clear();
      for (const work of works) work();
    },
    restore() {
      Object.assign(globalThis, { setTimeout: start, clearTimeout: clear });
    },
  };
}
