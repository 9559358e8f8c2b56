import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { isWebAddress, MINUTE_MS, type Result, SECOND_MS } from '../../../src/domain';
import type { Lane, TaskError } from '../../articles/article-work';
import type { Tasks } from '../reading/tasks';
import type { PageReader, SharedReader } from './page-reader';
import { type ProcessLimits, ReaderProcess } from './reader-process';

export interface PoolLimits extends ProcessLimits {
  /** Processes at most that are busy in the background. */
  readonly size: number;
  /** Processes besides, for tasks that somebody waits for. */
  readonly reserved: number;
  /** What many pages leave behind must not count against the next one. */
  readonly tasksPerProcess: number;
  /** How long a process that has nothing to do is kept. */
  readonly idleMs: number;
}

/** One that a user's tasks can't have, and the others: each takes as much memory as it may. */
const MIN_PROCESSES = 2;
const MAX_PROCESSES = 3;

export const POOL_LIMITS: PoolLimits = {
  // Their priority is lower than the server's (`beginProgram`).
  size: Math.max(MIN_PROCESSES, Math.min(MAX_PROCESSES, availableParallelism() - 1)),
  reserved: 1,
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
  readonly lane: Lane;
  readonly begin: () => void;
}

/** What one user has under way. */
interface Busy {
  readonly interactive: number;
  readonly background: number;
}

const NOTHING: Busy = { interactive: 0, background: 0 };
const sumOf = ({ interactive, background }: Busy): number => interactive + background;

/** Does tasks in processes of their own, which are made when needed and used again. */
export class ReaderPool implements PageReader {
  readonly #program: string;
  readonly #limits: PoolLimits;
  readonly #processes = new Set<ReaderProcess>();
  readonly #idle: ReaderProcess[] = [];
  readonly #waiting: Waiting[] = [];
  readonly #busy = new Map<string, Busy>();
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

  readonly run: PageReader['run'] = (kind, given, signal) =>
    this.#run(NOBODY, 'background', kind, given, signal);

  sharedBy(user: string, lane: Lane = 'background'): SharedReader {
    return { run: (kind, given, signal) => this.#run(user, lane, kind, given, signal) };
  }

  async close(): Promise<void> {
    clearTimeout(this.#idleTimer);
    await Promise.all([...this.#processes].map((reader) => reader.close()));
  }

  async #run<K extends keyof Tasks>(
    user: string,
    lane: Lane,
    kind: K,
    given: Tasks[K]['given'],
    signal?: AbortSignal,
  ): Promise<Result<Tasks[K]['gives'], TaskError>> {
    await this.#turnOf(user, lane);
    const reader = this.#take();
    try {
      return await reader.run(kind, given, signal);
    } finally {
      this.#giveBack(reader);
      this.#endTurn(user, lane);
    }
  }

  /** Resolves when there is room for a task of this user, which it then has. */
  async #turnOf(user: string, lane: Lane): Promise<void> {
    clearTimeout(this.#idleTimer);
    if (this.#hasRoom(user, lane)) this.#begin(user, lane);
    else await new Promise<void>((begin) => this.#waiting.push({ user, lane, begin }));
  }

  /**
   * Of the places in the background, and of all, one is always for other users. What is done in the
   * background leaves the reserved places alone.
   */
  #hasRoom(user: string, lane: Lane): boolean {
    const { size, reserved } = this.#limits;
    const all = [...this.#busy.values()];
    const ofUser = this.#busy.get(user) ?? NOTHING;
    const isFree = (busy: readonly Busy[], own: Busy, places: number) =>
      busy.reduce((sum, each) => sum + sumOf(each), 0) < places &&
      (user === NOBODY || sumOf(own) < Math.max(1, places - 1));
    if (!isFree(all, ofUser, size + reserved)) return false;
    const inBackground = (busy: Busy): Busy => ({ ...busy, interactive: 0 });
    return lane === 'interactive' || isFree(all.map(inBackground), inBackground(ofUser), size);
  }

  #begin(user: string, lane: Lane): void {
    this.#turns += 1;
    this.#lastTurns.set(user, this.#turns);
    const busy = this.#busy.get(user) ?? NOTHING;
    this.#busy.set(user, { ...busy, [lane]: busy[lane] + 1 });
  }

  #endTurn(user: string, lane: Lane): void {
    const busy = this.#busy.get(user) ?? NOTHING;
    const left = { ...busy, [lane]: busy[lane] - 1 };
    if (sumOf(left) > 0) this.#busy.set(user, left);
    else this.#busy.delete(user);
    const [next] = this.#waiting
      .filter((waiting) => this.#hasRoom(waiting.user, waiting.lane))
      .toSorted((a, b) => this.#compareTurns(a, b));
    if (next !== undefined) {
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      this.#begin(next.user, next.lane);
      next.begin();
    }
    const isThere = this.#busy.has(user) || this.#waiting.some((waiting) => waiting.user === user);
    if (!isThere) this.#lastTurns.delete(user);
  }

  /**
   * Whoever has the fewest tasks is the next; of those, whose last turn is the longest ago. Of their
   * own, the one that somebody waits for.
   */
  #compareTurns(a: Waiting, b: Waiting): number {
    const busy = ({ user }: Waiting) => sumOf(this.#busy.get(user) ?? NOTHING);
    const lastTurn = ({ user }: Waiting) => this.#lastTurns.get(user) ?? 0;
    const isLater = ({ lane }: Waiting) => Number(lane === 'background');
    return busy(a) - busy(b) || lastTurn(a) - lastTurn(b) || isLater(a) - isLater(b);
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

/** What `reading/program.ts` is built into: a program beside this one (scripts/server/build.mjs). */
export const READER_PROGRAM = join(import.meta.dirname, 'page-reader.js');

const HOSTILE = '<p>Hello<script>harm()</script><img src="x.png" onerror="harm()">';

/**
 * Whether pages are read and made harmless here. To be known before any page is read.
 */
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
