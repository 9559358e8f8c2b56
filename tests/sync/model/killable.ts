import { err } from '../../../src/domain';
import type { Library, LibraryError } from '../../../src/library';
import type { SyncOptions } from '../../../src/sync';
import type { Fetch } from '../support/world';

/** Where a worker ends: at which of its awaits, before or after what is awaited is done. */
export interface End {
  readonly awaits: number;
  readonly isDone: boolean;
}

/** When a library has no room: from which of the worker's writes on, and for how many. */
export interface Full {
  readonly from: number;
  readonly writes: number;
}

/** What befalls a worker; null: nothing of the kind. */
export interface Fortune {
  readonly end: End | null;
  readonly full: Full | null;
}

/** Workers, one after another, that can be ended at any await, after which nothing of them goes on. */
export interface Killable {
  /** To be called anew by each worker. */
  readonly through: (fetch: Fetch) => Fetch;
  readonly library: (library: Library) => SyncOptions['library'];
  /** Starts a worker with `work`; what came of it, or null when it was ended. */
  run<T>(work: () => Promise<T>, fortune?: Fortune): Promise<T | null>;
  /** Whether the last worker found no room. */
  wasFull(): boolean;
}

/** One for each who waits, who would be kept for as long as the promise is. */
const never = () => new Promise<never>(() => {});

const WRITES: ReadonlySet<string | symbol> = new Set<keyof Library['sync']>([
  'transaction',
  'setMeta',
  'storeArticles',
  'skipArticles',
  'requeueSkippedArticles',
  'trimJournal',
]);

class Life {
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

  constructor({ end, full }: Fortune) {
    this.#left = end?.awaits ?? Number.POSITIVE_INFINITY;
    this.#isDone = end?.isDone ?? false;
    this.#full = full;
  }

  /** What was on its way when the worker ended arrives all the same. */
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

  /** Whether there is room for one more write. */
  hasRoom(): boolean {
    this.#writes += 1;
    const past = this.#writes - (this.#full?.from ?? Number.POSITIVE_INFINITY);
    if (past < 0 || past >= (this.#full?.writes ?? 0)) return true;
    this.wasFull = true;
    return false;
  }
}

const NO_ROOM = err<LibraryError>({ kind: 'quota' });

export function createKillable(): Killable {
  let current = new Life({ end: null, full: null });
  /** The same object, each of whose functions is an await that may be the last. */
  const stepping = <T extends object>(target: T, life: Life): T =>
    new Proxy(target, {
      get(of, name) {
        const member: unknown = Reflect.get(of, name);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) =>
          life.step(async () =>
            WRITES.has(name) && !life.hasRoom() ? NO_ROOM : member.apply(of, args),
          );
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
    async run(work, fortune = { end: null, full: null }) {
      current = new Life(fortune);
      const result = await Promise.race([work(), current.over]);
      await current.settled();
      return result;
    },
    wasFull: () => current.wasFull,
  };
}
