import { err, type Result } from '../../src/domain/result';
import { type ProcessLimits, TaskProcess } from './task-process';
import { type Lane, type QueueLimits, SERVER_ITSELF, TaskQueue } from './task-queue';
import type { TaskError, TaskKinds } from './tasks';

/** The places are processes. */
export interface PoolLimits extends ProcessLimits, QueueLimits {
  /** A process is replaced after this many tasks, in case they leak memory. */
  readonly tasksPerProcess: number;
  /** The time after which idle processes are ended. */
  readonly idleMs: number;
}

/** The tasks of one user. A task that fails is a value. */
export interface SharedProcesses<T extends TaskKinds<T>> {
  /** Rejects only with the reason of `signal`. */
  run<K extends keyof T>(
    kind: K,
    input: T[K]['input'],
    signal?: AbortSignal,
  ): Promise<Result<T[K]['output'], TaskError>>;
}

/** Does tasks in child processes. Processes are started when needed and reused. */
export class ProcessPool<T extends TaskKinds<T>> implements SharedProcesses<T> {
  readonly #program: string;
  readonly #limits: PoolLimits;
  readonly #queue: TaskQueue;
  readonly #processes = new Set<TaskProcess<T>>();
  readonly #idle: TaskProcess<T>[] = [];
  #idleTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @param program the path of a program that answers a `TaskRequest` with a `Reply` */
  constructor(program: string, limits: PoolLimits) {
    this.#program = program;
    this.#limits = limits;
    this.#queue = new TaskQueue(limits);
  }

  /** The number of processes, busy or idle. */
  get size(): number {
    return this.#processes.size;
  }

  readonly run: SharedProcesses<T>['run'] = (kind, input, signal) =>
    this.#run(SERVER_ITSELF, 'background', kind, input, signal);

  /** Does the tasks of one user, who never gets all processes at once. */
  sharedBy(user: string, lane: Lane = 'background'): SharedProcesses<T> {
    return { run: (kind, input, signal) => this.#run(user, lane, kind, input, signal) };
  }

  /** Ends all processes. Tasks that wait for one fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    await Promise.all([...this.#processes].map((one) => one.close()));
  }

  #run<K extends keyof T>(
    user: string,
    lane: Lane,
    kind: K,
    input: T[K]['input'],
    signal?: AbortSignal,
  ): Promise<Result<T[K]['output'], TaskError>> {
    clearTimeout(this.#idleTimer);
    return this.#queue.run(user, lane, async () => {
      signal?.throwIfAborted();
      if (this.#isClosed) return err({ kind: 'broke', fault: 'closed' });
      const one = this.#take();
      try {
        return await one.run(kind, input, signal);
      } finally {
        this.#release(one);
      }
    });
  }

  /** Takes an idle process or starts one. The caller has waited for its turn. */
  #take(): TaskProcess<T> {
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      if (!idle.isDead) return idle;
      this.#processes.delete(idle);
    }
    const one = new TaskProcess<T>(this.#program, this.#limits);
    this.#processes.add(one);
    return one;
  }

  #release(one: TaskProcess<T>): void {
    if (one.isDead || one.tasks >= this.#limits.tasksPerProcess) this.#drop(one);
    else this.#idle.push(one);
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => this.#dropIdle(), this.#limits.idleMs);
    this.#idleTimer.unref();
  }

  #dropIdle(): void {
    for (const one of this.#idle.splice(0)) this.#drop(one);
  }

  #drop(one: TaskProcess<T>): void {
    this.#processes.delete(one);
    void one.close();
  }
}
