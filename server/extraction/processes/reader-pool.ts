import { availableParallelism } from 'node:os';
import { MINUTE_MS, type Result, SECOND_MS } from '../../../src/domain';
import type { Tasks } from '../reading/tasks';
import type { PageReader, ReadError } from './page-reader';
import { type ProcessLimits, ReaderProcess } from './reader-process';

export interface PoolLimits extends ProcessLimits {
  /** Processes at most. */
  readonly size: number;
  /** What many pages leave behind must not count against the next one. */
  readonly tasksPerProcess: number;
  /** How long a process that has nothing to do is kept. */
  readonly idleMs: number;
}

/** Each takes as much memory as it may, and gives it back only when it ends. */
const MAX_PROCESSES = 2;

export const POOL_LIMITS: PoolLimits = {
  // One core stays with those who wait for an answer; one process reads some four pages a second.
  size: Math.max(1, Math.min(MAX_PROCESSES, availableParallelism() - 1)),
  timeoutMs: 30 * SECOND_MS,
  memoryMb: 384,
  tasksPerProcess: 100,
  idleMs: MINUTE_MS,
};

/** Reads pages in processes of their own, which are made when needed and used again. */
export class ReaderPool implements PageReader {
  readonly #program: string;
  readonly #limits: PoolLimits;
  readonly #processes = new Set<ReaderProcess>();
  readonly #idle: ReaderProcess[] = [];
  readonly #waiting: (() => void)[] = [];
  #idleTimer: NodeJS.Timeout | undefined;

  /** @param program what `reading/program.ts` was built into */
  constructor(program: string, limits: Partial<PoolLimits> = {}) {
    this.#program = program;
    this.#limits = { ...POOL_LIMITS, ...limits };
  }

  /** Processes that there are now. */
  get size(): number {
    return this.#processes.size;
  }

  readonly read: PageReader['read'] = (page, signal) => this.#run('page', page, signal);

  readonly cleanSvg: PageReader['cleanSvg'] = (text, signal) => this.#run('svg', text, signal);

  async close(): Promise<void> {
    clearTimeout(this.#idleTimer);
    await Promise.all([...this.#processes].map((reader) => reader.close()));
  }

  async #run<K extends keyof Tasks>(
    kind: K,
    given: Tasks[K]['given'],
    signal?: AbortSignal,
  ): Promise<Result<Tasks[K]['gives'], ReadError>> {
    const reader = await this.#take();
    try {
      return await reader.run(kind, given, signal);
    } finally {
      this.#giveBack(reader);
    }
  }

  async #take(): Promise<ReaderProcess> {
    clearTimeout(this.#idleTimer);
    for (;;) {
      const idle = this.#idle.pop();
      if (idle && !idle.isDead) return idle;
      if (idle) this.#processes.delete(idle);
      if (!idle && this.#processes.size < this.#limits.size) return this.#make();
      if (!idle) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  #make(): ReaderProcess {
    const reader = new ReaderProcess(this.#program, this.#limits);
    this.#processes.add(reader);
    return reader;
  }

  #giveBack(reader: ReaderProcess): void {
    if (reader.isDead || reader.tasks >= this.#limits.tasksPerProcess) this.#drop(reader);
    else this.#idle.push(reader);
    this.#waiting.shift()?.();
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => this.#dropIdle(), this.#limits.idleMs);
    this.#idleTimer.unref();
  }

  #dropIdle(): void {
    for (const reader of this.#idle.splice(0)) this.#drop(reader);
  }

  #drop(reader: ReaderProcess): void {
    this.#processes.delete(reader);
    void reader.close();
  }
}
