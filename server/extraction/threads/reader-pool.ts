import { availableParallelism } from 'node:os';
import { MINUTE_MS, type Result, SECOND_MS } from '../../../src/domain';
import type { Tasks } from '../reading/tasks';
import type { PageReader, ReadError } from './page-reader';
import { ReaderThread, type ThreadLimits } from './reader-thread';

export interface PoolLimits extends ThreadLimits {
  /** Threads at most. */
  readonly size: number;
  /** What jsdom leaves behind of many pages must not count against the next one. */
  readonly tasksPerThread: number;
  /** How long a thread that has nothing to do is kept. */
  readonly idleMs: number;
}

/** Each takes as much memory as it may, and gives it back only when it ends. */
const MAX_THREADS = 2;

export const POOL_LIMITS: PoolLimits = {
  // One core stays with those who wait for an answer; one thread reads some four pages a second.
  size: Math.max(1, Math.min(MAX_THREADS, availableParallelism() - 1)),
  timeoutMs: 30 * SECOND_MS,
  memoryMb: 384,
  tasksPerThread: 100,
  idleMs: MINUTE_MS,
};

/** Reads pages in threads of their own, which are made when needed and used again. */
export class ReaderPool implements PageReader {
  readonly #program: string;
  readonly #limits: PoolLimits;
  readonly #threads = new Set<ReaderThread>();
  readonly #idle: ReaderThread[] = [];
  readonly #waiting: (() => void)[] = [];
  #idleTimer: NodeJS.Timeout | undefined;

  /** @param program what `reading/worker.ts` was built into */
  constructor(program: string, limits: Partial<PoolLimits> = {}) {
    this.#program = program;
    this.#limits = { ...POOL_LIMITS, ...limits };
  }

  /** Threads that there are now. */
  get size(): number {
    return this.#threads.size;
  }

  readonly read: PageReader['read'] = (page, signal) => this.#run('page', page, signal);

  readonly cleanSvg: PageReader['cleanSvg'] = (text, signal) => this.#run('svg', text, signal);

  async close(): Promise<void> {
    clearTimeout(this.#idleTimer);
    await Promise.all([...this.#threads].map((thread) => thread.close()));
  }

  async #run<K extends keyof Tasks>(
    kind: K,
    given: Tasks[K]['given'],
    signal?: AbortSignal,
  ): Promise<Result<Tasks[K]['gives'], ReadError>> {
    const thread = await this.#take();
    try {
      return await thread.run(kind, given, signal);
    } finally {
      this.#giveBack(thread);
    }
  }

  async #take(): Promise<ReaderThread> {
    clearTimeout(this.#idleTimer);
    for (;;) {
      const idle = this.#idle.pop();
      if (idle && !idle.isDead) return idle;
      if (idle) this.#threads.delete(idle);
      if (!idle && this.#threads.size < this.#limits.size) return this.#make();
      if (!idle) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  #make(): ReaderThread {
    const thread = new ReaderThread(this.#program, this.#limits);
    this.#threads.add(thread);
    return thread;
  }

  #giveBack(thread: ReaderThread): void {
    if (thread.isDead || thread.tasks >= this.#limits.tasksPerThread) this.#drop(thread);
    else this.#idle.push(thread);
    this.#waiting.shift()?.();
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => this.#dropIdle(), this.#limits.idleMs);
    this.#idleTimer.unref();
  }

  #dropIdle(): void {
    for (const thread of this.#idle.splice(0)) this.#drop(thread);
  }

  #drop(thread: ReaderThread): void {
    this.#threads.delete(thread);
    void thread.close();
  }
}
