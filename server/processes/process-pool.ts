import { err, type Result } from '../../src/domain/result';
import { type ProcessLimits, TaskProcess } from './task-process';
import { type Lane, type QueueLimits, SERVER_ITSELF, TaskQueue } from './task-queue';
import type { TaskError, TaskKinds } from './tasks';

/** The limits of a group of processes, which are the places of its queue. */
export interface GroupLimits extends ProcessLimits, QueueLimits {
  /** A process is replaced after this many tasks, in case they leak memory. */
  readonly tasksPerProcess: number;
  /** The time after which idle processes are ended. */
  readonly idleMs: number;
}

/** The limits of each kind. Kinds with the same limits are a group, and a process does tasks of one group. */
export type GroupsOf<T extends TaskKinds<T>> = { readonly [K in keyof T]: GroupLimits };

/** The tasks of one user. A task that fails is a value. */
export interface SharedProcesses<T extends TaskKinds<T>> {
  /** Rejects only with the reason of `signal`, or with what a function of `help` throws. */
  run<K extends keyof T>(
    kind: K,
    input: T[K]['input'],
    signal?: AbortSignal,
    help?: T[K]['help'],
  ): Promise<Result<T[K]['output'], TaskError>>;
}

/** Does tasks in other processes. `run` does those of the server itself. */
export interface Processes<T extends TaskKinds<T>> extends SharedProcesses<T> {
  /**
   * Does the tasks of one user, who never gets all processes of a group at once. The lane is the
   * background by default.
   */
  sharedBy(user: string, lane?: Lane): SharedProcesses<T>;
  /** Ends all processes. Tasks that wait for one fail. */
  close(): Promise<void>;
}

interface Group<T extends TaskKinds<T>> {
  readonly limits: GroupLimits;
  readonly queue: TaskQueue;
  readonly idle: TaskProcess<T>[];
  idleTimer?: NodeJS.Timeout;
}

/** Does tasks in child processes. Processes are started when needed and reused. */
export class ProcessPool<T extends TaskKinds<T>> implements Processes<T> {
  readonly #program: string;
  readonly #groupOf: { readonly [K in keyof T]: GroupLimits };
  readonly #groups = new Map<GroupLimits, Group<T>>();
  readonly #changes: Partial<GroupLimits>;
  readonly #processes = new Set<TaskProcess<T>>();
  #isClosed = false;

  /**
   * @param program the path of a program that calls `answerTasks`
   * @param changes other limits for all groups
   */
  constructor(program: string, groups: GroupsOf<T>, changes: Partial<GroupLimits> = {}) {
    this.#program = program;
    this.#groupOf = groups;
    this.#changes = changes;
  }

  /** The number of processes, busy or idle. */
  get size(): number {
    return this.#processes.size;
  }

  readonly run: SharedProcesses<T>['run'] = (...task) =>
    this.#run(SERVER_ITSELF, 'background', ...task);

  sharedBy(user: string, lane: Lane = 'background'): SharedProcesses<T> {
    return { run: (...task) => this.#run(user, lane, ...task) };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { idleTimer } of this.#groups.values()) clearTimeout(idleTimer);
    await Promise.all([...this.#processes].map((one) => one.close()));
  }

  #run<K extends keyof T>(
    user: string,
    lane: Lane,
    kind: K,
    input: T[K]['input'],
    signal?: AbortSignal,
    help?: T[K]['help'],
  ): Promise<Result<T[K]['output'], TaskError>> {
    const group = this.#group(this.#groupOf[kind]);
    const work = async (): Promise<Result<T[K]['output'], TaskError>> => {
      clearTimeout(group.idleTimer);
      if (this.#isClosed) return err({ kind: 'broke', fault: 'closed' });
      const one = this.#take(group);
      try {
        return await one.run(kind, input, signal, help);
      } finally {
        this.#release(group, one);
      }
    };
    return group.queue.run(user, lane, work, signal);
  }

  #group(written: GroupLimits): Group<T> {
    const known = this.#groups.get(written);
    if (known !== undefined) return known;
    const limits = { ...written, ...this.#changes };
    const group: Group<T> = { limits, queue: new TaskQueue(limits), idle: [] };
    this.#groups.set(written, group);
    return group;
  }

  /** Takes an idle process or starts one. The caller has waited for its turn. */
  #take({ idle, limits }: Group<T>): TaskProcess<T> {
    for (let one = idle.pop(); one !== undefined; one = idle.pop()) {
      if (!one.isDead) return one;
      this.#processes.delete(one);
    }
    const one = new TaskProcess<T>(this.#program, limits);
    this.#processes.add(one);
    return one;
  }

  #release(group: Group<T>, one: TaskProcess<T>): void {
    const { limits, idle } = group;
    if (one.isDead || one.tasks >= limits.tasksPerProcess) this.#drop(one);
    else idle.push(one);
    clearTimeout(group.idleTimer);
    group.idleTimer = setTimeout(() => {
      for (const unused of idle.splice(0)) this.#drop(unused);
    }, limits.idleMs);
    group.idleTimer.unref();
  }

  #drop(one: TaskProcess<T>): void {
    this.#processes.delete(one);
    void one.close();
  }
}
