import { availableParallelism } from 'node:os';
import { MINUTE_MS, type Result, SECOND_MS } from '../../../src/domain';
import type { Tasks } from '../reading/tasks';
import type { PageReader, ReadError, SharedReader } from './page-reader';
import { type ProcessLimits, ReaderProcess } from './reader-process';

export interface PoolLimits extends ProcessLimits {
  /** Processes at most. */
  readonly size: number;
  /** What many pages leave behind must not count against the next one. */
  readonly tasksPerProcess: number;
  /** How long a process that has nothing to do is kept. */
  readonly idleMs: number;
}

/** One that a user's pages can't have, and the others: each takes as much memory as it may. */
const MIN_PROCESSES = 2;
const MAX_PROCESSES = 3;

export const POOL_LIMITS: PoolLimits = {
  // They stand back behind those who wait for an answer (`standBack`).
  size: Math.max(MIN_PROCESSES, Math.min(MAX_PROCESSES, availableParallelism() - 1)),
  timeoutMs: 30 * SECOND_MS,
  memoryMb: 384,
  tasksPerProcess: 100,
  idleMs: MINUTE_MS,
};

/** Whose tasks are the server's own. */
const NOBODY = '';

/** A task that waits for its turn. */
interface Waiting {
  readonly user: string;
  readonly begin: () => void;
}

/** Reads pages in processes of their own, which are made when needed and used again. */
export class ReaderPool implements PageReader {
  readonly #program: string;
  readonly #limits: PoolLimits;
  readonly #processes = new Set<ReaderProcess>();
  readonly #idle: ReaderProcess[] = [];
  readonly #waiting: Waiting[] = [];
  /** Of each user, how many tasks are being done. */
  readonly #busy = new Map<string, number>();
  /** Of each user who has tasks, when the last was begun, in turns. */
  readonly #lastTurns = new Map<string, number>();
  #turns = 0;
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

  readonly read: PageReader['read'] = (page, signal) => this.#run(NOBODY, 'page', page, signal);

  readonly cleanSvg: PageReader['cleanSvg'] = (text, signal) =>
    this.#run(NOBODY, 'svg', text, signal);

  sharedBy(user: string): SharedReader {
    return {
      read: (page, signal) => this.#run(user, 'page', page, signal),
      cleanSvg: (text, signal) => this.#run(user, 'svg', text, signal),
    };
  }

  async close(): Promise<void> {
    clearTimeout(this.#idleTimer);
    await Promise.all([...this.#processes].map((reader) => reader.close()));
  }

  async #run<K extends keyof Tasks>(
    user: string,
    kind: K,
    given: Tasks[K]['given'],
    signal?: AbortSignal,
  ): Promise<Result<Tasks[K]['gives'], ReadError>> {
    await this.#turnOf(user);
    const reader = this.#take();
    try {
      return await reader.run(kind, given, signal);
    } finally {
      this.#giveBack(reader);
      this.#endTurn(user);
    }
  }

  /** Resolves when there is room for a task of this user, which it then has. */
  async #turnOf(user: string): Promise<void> {
    clearTimeout(this.#idleTimer);
    if (this.#hasRoom(user)) this.#begin(user);
    else await new Promise<void>((begin) => this.#waiting.push({ user, begin }));
  }

  #hasRoom(user: string): boolean {
    const { size } = this.#limits;
    const busy = [...this.#busy.values()].reduce((sum, count) => sum + count, 0);
    const ofUser = this.#busy.get(user) ?? 0;
    return busy < size && (user === NOBODY || ofUser < Math.max(1, size - 1));
  }

  #begin(user: string): void {
    this.#turns += 1;
    this.#lastTurns.set(user, this.#turns);
    this.#busy.set(user, (this.#busy.get(user) ?? 0) + 1);
  }

  #endTurn(user: string): void {
    const left = (this.#busy.get(user) ?? 0) - 1;
    if (left > 0) this.#busy.set(user, left);
    else this.#busy.delete(user);
    const [next] = this.#waiting
      .filter((waiting) => this.#hasRoom(waiting.user))
      .toSorted((a, b) => this.#compareTurns(a.user, b.user));
    if (next !== undefined) {
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      this.#begin(next.user);
      next.begin();
    }
    const isThere = this.#busy.has(user) || this.#waiting.some((waiting) => waiting.user === user);
    if (!isThere) this.#lastTurns.delete(user);
  }

  /** Whoever has the fewest tasks is the next; of those, whose last turn is the longest ago. */
  #compareTurns(a: string, b: string): number {
    const difference = (this.#busy.get(a) ?? 0) - (this.#busy.get(b) ?? 0);
    return difference || (this.#lastTurns.get(a) ?? 0) - (this.#lastTurns.get(b) ?? 0);
  }

  /** There is room: fewer are at work than there may be. */
  #take(): ReaderProcess {
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      if (!idle.isDead) return idle;
      this.#processes.delete(idle);
    }
    const reader = new ReaderProcess(this.#program, this.#limits);
    this.#processes.add(reader);
    return reader;
  }

  #giveBack(reader: ReaderProcess): void {
    if (reader.isDead || reader.tasks >= this.#limits.tasksPerProcess) this.#drop(reader);
    else this.#idle.push(reader);
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
