import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The purpose of a task: a person waits for the response to a request, or nobody waits. Background
 * tasks never take all places.
 */
export type Lane = 'interactive' | 'background';

export interface QueueLimits {
  /** The most background tasks that run at the same time. */
  readonly size: number;
  /** Additional places for interactive tasks. */
  readonly reserved: number;
  /** The most tasks of one user that run at the same time; by default all but one. */
  readonly ofUser?: number;
}

/** The user of the server's own tasks. */
export const SERVER_ITSELF = '';

const clients = new AsyncLocalStorage<string>();

/** Does `work`, and all that it causes, for a client. */
export const doneFor = <T>(client: string, work: () => T): T => clients.run(client, work);

/** The client for which this is done; the server itself if there is none. */
export const currentClient = (): string => clients.getStore() ?? SERVER_ITSELF;

/** A task that waits for a place. */
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

/** Lets a limited number of tasks run at a time. Users take turns, and none of them has all places. */
export class TaskQueue {
  readonly #limits: QueueLimits;
  readonly #waiting: WaitingTask[] = [];
  readonly #running = new Map<string, TaskCounts>();
  /** For each user with tasks, the number of the turn in which the last one began. */
  readonly #lastTurns = new Map<string, number>();
  #turns = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /**
   * Runs `work` in the turn of its user.
   * @throws the reason of `signal` if it is aborted before
   */
  async run<T>(user: string, lane: Lane, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.#hasRoom(user, lane)) this.#begin(user, lane);
    else await this.#wait(user, lane, signal);
    try {
      return await work();
    } finally {
      this.#end(user, lane);
    }
  }

  #wait(user: string, lane: Lane, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = () => {
        this.#waiting.splice(this.#waiting.indexOf(task), 1);
        this.#forgetTurn(user);
        reject(signal?.reason);
      };
      const begin = () => {
        signal?.removeEventListener('abort', stop);
        resolve();
      };
      const task = { user, lane, begin };
      this.#waiting.push(task);
      signal?.addEventListener('abort', stop, { once: true });
    });
  }

  /**
   * Tells whether a task of this user may run now. A user can have all places but one, or `ofUser`, of all
   * and of those for background tasks. Background tasks do not use the reserved places.
   */
  #hasRoom(user: string, lane: Lane): boolean {
    const { size, reserved, ofUser: most = Infinity } = this.#limits;
    const all = [...this.#running.values()];
    const ofUser = this.#running.get(user) ?? NO_TASKS;
    const isFree = (running: readonly TaskCounts[], own: TaskCounts, places: number) =>
      running.reduce((sum, each) => sum + sumOf(each), 0) < places &&
      (user === SERVER_ITSELF || sumOf(own) < Math.min(most, Math.max(1, places - 1)));
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

  #end(user: string, lane: Lane): void {
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
    this.#forgetTurn(user);
  }

  /** Forgets the last turn of a user without tasks. */
  #forgetTurn(user: string): void {
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
}
