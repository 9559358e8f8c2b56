import { err } from '../../../src/domain/result';
import type { Library, LibraryError } from '../../../src/library';
import type { SyncOptions } from '../../../src/sync';
import type { Fetch } from '../support/world';

/**
 * The await at which a worker ends. With `isDone` it ends after the awaited work, otherwise before
 * it.
 */
export interface End {
  readonly awaits: number;
  readonly isDone: boolean;
}

/** The first of a worker's writes for which there is no room, and the number of such writes. */
export interface Full {
  readonly from: number;
  readonly writes: number;
}

/** The faults of one worker. Null means that there is no such fault. */
export interface WorkerFaults {
  readonly end: End | null;
  readonly full: Full | null;
}

/**
 * Runs one worker after another. A worker can be ended at any await, and then does nothing more.
 */
export interface Killable {
  /** Wraps the fetch of the current worker. To be called again for each worker. */
  readonly through: (fetch: Fetch) => Fetch;
  readonly library: (library: Library) => SyncOptions['library'];
  /** Starts a worker with `work`. Returns its result, or null when the worker was ended. */
  run<T>(work: () => Promise<T>, faults?: WorkerFaults): Promise<T | null>;
  /** Ends the current worker at once. */
  end(): void;
  wasFull(): boolean;
}

/** A new promise for each caller, so that its callbacks can be garbage collected. */
const never = () => new Promise<never>(() => {});

const WRITES: ReadonlySet<string | symbol> = new Set<keyof Library['sync']>([
  'transaction',
  'highlightTransaction',
  'setMeta',
  'storeArticles',
  'skipArticles',
  'requeueSkippedArticles',
  'confirmTime',
]);

class WorkerRun {
  #left: number;
  readonly #isDone: boolean;
  readonly #full: Full | null;
  #writes = 0;
  #isOver = false;
  wasFull = false;
  readonly #begun: Promise<unknown>[] = [];
  #end = () => {};
  readonly over = new Promise<null>((resolve) => {
    this.#end = () => resolve(null);
  });

  constructor({ end, full }: WorkerFaults) {
    this.#left = end?.awaits ?? Number.POSITIVE_INFINITY;
    this.#isDone = end?.isDone ?? false;
    this.#full = full;
  }

  /** Waits for the work that was under way when the worker ended. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#begun);
  }

  async step<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isOver) return never();
    this.#left -= 1;
    if (this.#left > 0) {
      const working = work();
      this.#begun.push(working);
      const result = await working;
      return this.#isOver ? never() : result;
    }
    this.#isOver = true;
    if (this.#isDone) await work().catch(() => undefined);
    this.#end();
    return never();
  }

  end(): void {
    this.#isOver = true;
    this.#end();
  }

  /**
   * A write that `isOptional` is repeated without its articles or by the next round, so the round need
   * not report it.
   */
  hasRoom(isOptional: boolean): boolean {
    this.#writes += 1;
    const past = this.#writes - (this.#full?.from ?? Number.POSITIVE_INFINITY);
    if (past < 0 || past >= (this.#full?.writes ?? 0)) return true;
    this.wasFull ||= !isOptional;
    return false;
  }
}

/** Returns true for the scope of a transaction that writes bookmarks with their articles. */
const hasArticles = (scope: unknown): boolean =>
  typeof scope === 'object' && scope !== null && 'articles' in scope;

const NO_ROOM = err<LibraryError>({ kind: 'quota' });

export function createKillable(): Killable {
  let current = new WorkerRun({ end: null, full: null });
  /** The same object, but each of its functions counts as an await at which the worker may end. */
  const withSteps = <T extends object>(target: T, run: WorkerRun): T =>
    new Proxy(target, {
      get(of, name) {
        const member: unknown = Reflect.get(of, name);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) =>
          run.step(async () =>
            WRITES.has(name) && !run.hasRoom(hasArticles(args[0]) || name === 'confirmTime')
              ? NO_ROOM
              : member.apply(of, args),
          );
      },
    });
  return {
    through(fetch) {
      const run = current;
      return (input, init) => run.step(() => fetch(input, init));
    },
    library({ articles, assets, sync }) {
      const run = current;
      return {
        articles: withSteps(articles, run),
        assets: withSteps(assets, run),
        sync: withSteps(sync, run),
      };
    },
    async run(work, faults = { end: null, full: null }) {
      current = new WorkerRun(faults);
      const result = await Promise.race([work(), current.over]);
      await current.settled();
      return result;
    },
    end: () => current.end(),
    wasFull: () => current.wasFull,
  };
}
