import type { Library } from '../../../src/library';
import type { SyncOptions } from '../../../src/sync';
import type { Fetch } from '../support/world';

/** Where a worker ends: at which of its awaits, before or after what is awaited is done. */
export interface End {
  readonly awaits: number;
  readonly isDone: boolean;
}

/** Workers, one after another, that can be ended at any await, after which nothing of them goes on. */
export interface Killable {
  /** To be called anew by each worker. */
  readonly through: (fetch: Fetch) => Fetch;
  readonly library: (library: Library) => SyncOptions['library'];
  /** Starts a worker with `work`, and ends it at `end`. */
  run(work: () => Promise<unknown>, end: End | null): Promise<void>;
}

const NEVER = new Promise<never>(() => {});

class Life {
  #left: number;
  readonly #isDone: boolean;
  #isOver = false;
  readonly #begun: Promise<unknown>[] = [];
  #end = () => {};
  readonly over = new Promise<void>((resolve) => {
    this.#end = resolve;
  });

  constructor(end: End | null) {
    this.#left = end?.awaits ?? Number.POSITIVE_INFINITY;
    this.#isDone = end?.isDone ?? false;
  }

  /** What was on its way when the worker ended arrives all the same. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#begun);
  }

  async step<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isOver) return NEVER;
    this.#left -= 1;
    if (this.#left > 0) {
      const working = work();
      this.#begun.push(working);
      const result = await working;
      return this.#isOver ? NEVER : result;
    }
    this.#isOver = true;
    if (this.#isDone) await work().catch(() => undefined);
    this.#end();
    return NEVER;
  }
}

export function createKillable(): Killable {
  let current = new Life(null);
  /** The same object, each of whose functions is an await that may be the last. */
  const stepping = <T extends object>(target: T, life: Life): T =>
    new Proxy(target, {
      get(of, name) {
        const member: unknown = Reflect.get(of, name);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) => life.step(() => member.apply(of, args));
      },
    });
  return {
    through(fetch) {
      const life = current;
      return (input, init) => life.step(() => fetch(input, init));
    },
    library({ articles, assets, sync }) {
      const life = current;
      return {
        articles: stepping(articles, life),
        assets: stepping(assets, life),
        sync: stepping(sync, life),
      };
    },
    async run(work, end) {
      current = new Life(end);
      await Promise.race([work(), current.over]);
      await current.settled();
    },
  };
}
