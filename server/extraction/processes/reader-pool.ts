import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { isWebAddress, MINUTE_MS, type Result, SECOND_MS } from '../../../src/domain';
import type { Lane, TaskError } from '../../articles/article-work';
import type { Tasks } from '../reading/tasks';
import type { PageReader, SharedReader } from './page-reader';
import { type ProcessLimits, ReaderProcess } from './reader-process';

export interface PoolLimits extends ProcessLimits {
  /** The most processes that do background tasks. */
  readonly size: number;
  /** Additional processes for interactive tasks. */
  readonly reserved: number;
  /** A process is replaced after this many tasks, in case they leak memory. */
  readonly tasksPerProcess: number;
  /** The time after which idle processes are ended. */
  readonly idleMs: number;
}

/** With two processes, one is always free for another user. */
const MIN_PROCESSES = 2;
/** Each process may use `memoryMb`. */
const MAX_PROCESSES = 3;

const POOL_LIMITS: PoolLimits = {
  // One core is left for the server, although it has a higher priority (`beginProgram`).
  size: Math.max(MIN_PROCESSES, Math.min(MAX_PROCESSES, availableParallelism() - 1)),
  reserved: 1,
  timeoutMs: 30 * SECOND_MS,
  memoryMb: 384,
  tasksPerProcess: 100,
  idleMs: MINUTE_MS,
};

/** The user of the server's own tasks. */
const SERVER_ITSELF = '';

/** A task that waits for a process. */
interface WaitingTask {
  readonly user: string;
  readonly lane: Lane;
  readonly begin: () => void;
}

/** The number of running tasks of one user. */
interface TaskCounts {
  readonly interactive: number;
  readonly background: number;
}

const NO_TASKS: TaskCounts = { interactive: 0, background: 0 };
const sumOf = ({ interactive, background }: TaskCounts): number => interactive + background;

/** Does tasks in child processes. Processes are started when needed and reused. */
export class ReaderPool implements PageReader {
  readonly #program: string;
  readonly #limits: PoolLimits;
  readonly #processes = new Set<ReaderProcess>();
  readonly #idle: ReaderProcess[] = [];
  readonly #waiting: WaitingTask[] = [];
  readonly #running = new Map<string, TaskCounts>();
  /** For each user with tasks, the number of the turn in which the last one began. */
  readonly #lastTurns = new Map<string, number>();
  #turns = 0;
  #idleTimer: NodeJS.Timeout | undefined;

  /** @param program the path of the build of `reading/program.ts` */
  constructor(program: string, limits: Partial<PoolLimits> = {}) {
    this.#program = program;
    this.#limits = { ...POOL_LIMITS, ...limits };
  }

  /** The number of processes, busy or idle. */
  get size(): number {
    return this.#processes.size;
  }

  readonly run: PageReader['run'] = (kind, input, signal) =>
    this.#run(SERVER_ITSELF, 'background', kind, input, signal);

  sharedBy(user: string, lane: Lane = 'background'): SharedReader {
    return { run: (kind, input, signal) => this.#run(user, lane, kind, input, signal) };
  }

  async close(): Promise<void> {
    clearTimeout(this.#idleTimer);
    await Promise.all([...this.#processes].map((reader) => reader.close()));
  }

  async #run<K extends keyof Tasks>(
    user: string,
    lane: Lane,
    kind: K,
    input: Tasks[K]['input'],
    signal?: AbortSignal,
  ): Promise<Result<Tasks[K]['output'], TaskError>> {
    await this.#waitForTurn(user, lane);
    const reader = this.#take();
    try {
      return await reader.run(kind, input, signal);
    } finally {
      this.#release(reader);
      this.#endTurn(user, lane);
    }
  }

  /** Waits until a task of this user may run, and counts it as running. */
  async #waitForTurn(user: string, lane: Lane): Promise<void> {
    clearTimeout(this.#idleTimer);
    if (this.#hasRoom(user, lane)) this.#begin(user, lane);
    else await new Promise<void>((begin) => this.#waiting.push({ user, lane, begin }));
  }

  /**
   * Tells whether a task of this user may run now. A user can have all places but one, of all and of
   * those for background tasks. Background tasks do not use the reserved places.
   */
  #hasRoom(user: string, lane: Lane): boolean {
    const { size, reserved } = this.#limits;
    const all = [...this.#running.values()];
    const ofUser = this.#running.get(user) ?? NO_TASKS;
    const isFree = (running: readonly TaskCounts[], own: TaskCounts, places: number) =>
      running.reduce((sum, each) => sum + sumOf(each), 0) < places &&
      (user === SERVER_ITSELF || sumOf(own) < Math.max(1, places - 1));
    if (!isFree(all, ofUser, size + reserved)) return false;
    const inBackground = (counts: TaskCounts): TaskCounts => ({ ...counts, interactive: 0 });
    return lane === 'interactive' || isFree(all.map(inBackground), inBackground(ofUser), size);
  }

  #begin(user: string, lane: Lane): void {
    this.#turns += 1;
    this.#lastTurns.set(user, this.#turns);
    const running = this.#running.get(user) ?? NO_TASKS;
    this.#running.set(user, { ...running, [lane]: running[lane] + 1 });
  }

  #endTurn(user: string, lane: Lane): void {
    const running = this.#running.get(user) ?? NO_TASKS;
    const left = { ...running, [lane]: running[lane] - 1 };
    if (sumOf(left) > 0) this.#running.set(user, left);
    else this.#running.delete(user);
    const [next] = this.#waiting
      .filter((waiting) => this.#hasRoom(waiting.user, waiting.lane))
      .toSorted((a, b) => this.#compareTurns(a, b));
    if (next !== undefined) {
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      this.#begin(next.user, next.lane);
      next.begin();
    }
    const hasTasks =
      this.#running.has(user) || this.#waiting.some((waiting) => waiting.user === user);
    if (!hasTasks) this.#lastTurns.delete(user);
  }

  /**
   * Orders waiting tasks: first by the fewest running tasks of the user, then by the oldest last turn
   * of the user, then interactive tasks before background tasks.
   */
  #compareTurns(a: WaitingTask, b: WaitingTask): number {
    const running = ({ user }: WaitingTask) => sumOf(this.#running.get(user) ?? NO_TASKS);
    const lastTurn = ({ user }: WaitingTask) => this.#lastTurns.get(user) ?? 0;
    const isLater = ({ lane }: WaitingTask) => Number(lane === 'background');
    return running(a) - running(b) || lastTurn(a) - lastTurn(b) || isLater(a) - isLater(b);
  }

  /** Takes an idle process or starts one. The caller has waited for its turn. */
  #take(): ReaderProcess {
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      if (!idle.isDead) return idle;
      this.#processes.delete(idle);
    }
    const reader = new ReaderProcess(this.#program, this.#limits);
    this.#processes.add(reader);
    return reader;
  }

  #release(reader: ReaderProcess): void {
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

/** The build of `reading/program.ts`, next to the server's own program (scripts/server/build.mjs). */
export const READER_PROGRAM = join(import.meta.dirname, 'page-reader.js');

const HOSTILE = '<p>Hello<script>harm()</script><img src="x.png" onerror="harm()">';

/** Tells whether the pool can read and sanitise a page. The server checks this at its start. */
export async function canReadPages(reader: SharedReader): Promise<boolean> {
  const read = await reader.run('page', {
    url: 'https://example.org/',
    bytes: Buffer.from(HOSTILE),
    contentType: 'text/html',
    findsMain: false,
  });
  if (!read.ok) return false;
  const { html = '', imageUrls = [] } = read.value.article ?? {};
  return html.includes('Hello') && !html.includes('harm') && imageUrls.every(isWebAddress);
}
