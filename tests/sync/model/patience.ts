/** From here on it is the client's patience; all other waits of a history are shorter. */
const LONG_MS = 1000;

/** Time-outs that nobody waits for: they go off when a history says so. */
export interface Patience {
  /** Has all that wait for an answer wait no longer. */
  end(): void;
  /** Gives the process its own timers back. */
  restore(): void;
}

/** Takes the long timers of this process over, for time is the history's own. */
export function holdPatience(): Patience {
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
    end() {
      const works = [...held.values()];
      held.clear();
      for (const work of works) work();
    },
    restore() {
      Object.assign(globalThis, { setTimeout: start, clearTimeout: clear });
    },
  };
}
