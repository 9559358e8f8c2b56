import type { Processes } from '../processes/process-pool';
import type { TaskError } from '../processes/tasks';
import type { UserId } from '../storage';
import { weighArticleTask } from './article-tasks';
import type { ArticleTaskKind, ArticleTasks } from './do-article-task';

/** Processes that work on articles. */
export type ArticleProcesses = Pick<Processes<ArticleTasks>, 'sharedBy'>;

/** The reason why work on an article was not done. */
export type ArticleWorkFault =
  | TaskError
  /** Too much work of the same user is under way. */
  | { readonly kind: 'busy' };

/**
 * Work on an article took too long or too much memory, or its process broke. Stored data is not
 * changed. The answer to the request is 503.
 */
export class ArticleWorkFailed extends Error {
  override readonly name = 'ArticleWorkFailed';
  readonly fault: ArticleWorkFault;

  constructor(kind: ArticleTaskKind, fault: ArticleWorkFault) {
    super(`${kind}: ${fault.kind === 'broke' ? fault.fault : fault.kind}`);
    this.fault = fault;
  }

  /** True when another attempt would fail in the same way. */
  get isLasting(): boolean {
    return this.fault.kind === 'took-too-long' || this.fault.kind === 'took-too-much-memory';
  }
}

/**
 * Weight of the tasks of one user that may be under way at the same time: their articles are in
 * memory. A single task may be heavier.
 */
const MAX_WEIGHT = 32_000_000;

/** Works on stored articles. */
export interface ArticleWorker {
  /** @throws ArticleWorkFailed, or the reason of `signal` */
  run<K extends ArticleTaskKind>(
    owner: UserId,
    kind: K,
    input: ArticleTasks[K]['input'],
    signal?: AbortSignal,
  ): Promise<ArticleTasks[K]['output']>;
}

/** The tasks of one user that are under way, and those that wait for room. */
interface Load {
  weight: number;
  readonly waiting: { readonly weight: number; readonly begin: () => void }[];
}

/**
 * Works on stored articles. A small task is done at once. A task that could keep other requests
 * waiting is done in another process, as work of the user who owns the article.
 */
export class ArticleWork implements ArticleWorker {
  readonly #processes: ArticleProcesses;
  readonly #loads = new Map<UserId, Load>();

  constructor(processes: ArticleProcesses) {
    this.#processes = processes;
  }

  /** Throws `busy` when too much work of the user is under way. */
  readonly run: ArticleWorker['run'] = (owner, kind, input, signal) =>
    this.#run(owner, kind, input, signal, () => {
      throw new ArticleWorkFailed(kind, { kind: 'busy' });
    });

  /** Waits for room instead of throwing `busy`. For files of many bookmarks that are being sent. */
  readonly queued: ArticleWorker = {
    run: (owner, kind, input, signal) =>
      this.#run(owner, kind, input, signal, (load, weight) => waitForRoom(load, weight, signal)),
  };

  async #run<K extends ArticleTaskKind>(
    owner: UserId,
    kind: K,
    input: ArticleTasks[K]['input'],
    signal: AbortSignal | undefined,
    whenFull: (load: Load, weight: number) => Promise<void>,
  ): Promise<ArticleTasks[K]['output']> {
    const { weight, isSmall, isInBackground } = weighArticleTask(kind, input);
    if (isSmall) {
      // Loaded with the first article: parsers and writers of HTML, Markdown and EPUB.
      const { doArticleTask } = await import('./do-article-task');
      return doArticleTask(kind, input);
    }
    const processes = this.#processes.sharedBy(
      String(owner),
      isInBackground ? 'background' : 'interactive',
    );
    const work = async () => {
      const done = await processes.run(kind, input, signal);
      if (!done.ok) throw new ArticleWorkFailed(kind, done.error);
      return done.value;
    };
    // There are few background tasks, but any number of requests.
    return isInBackground ? work() : this.#bounded(owner, weight, whenFull, work);
  }

  async #bounded<T>(
    owner: UserId,
    weight: number,
    whenFull: (load: Load, weight: number) => Promise<void>,
    work: () => Promise<T>,
  ): Promise<T> {
    const load = this.#loads.get(owner) ?? { weight: 0, waiting: [] };
    this.#loads.set(owner, load);
    if (hasRoom(load, weight)) load.weight += weight;
    else await whenFull(load, weight);
    try {
      return await work();
    } finally {
      load.weight -= weight;
      beginWaiting(load);
      if (load.weight === 0) this.#loads.delete(owner);
    }
  }
}

const hasRoom = (load: Load, weight: number): boolean =>
  load.weight === 0 || load.weight + weight <= MAX_WEIGHT;

/**
 * Waits until the load of the user has room for the task and adds the task's weight to it.
 * @throws the reason of `signal`
 */
function waitForRoom(load: Load, weight: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      load.waiting.splice(load.waiting.indexOf(waiting), 1);
      reject(signal?.reason);
    };
    const begin = () => {
      signal?.removeEventListener('abort', stop);
      resolve();
    };
    const waiting = { weight, begin };
    load.waiting.push(waiting);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** Begins the tasks that have room now, in the order in which they came. */
function beginWaiting(load: Load): void {
  for (let next = load.waiting[0]; next && hasRoom(load, next.weight); next = load.waiting[0]) {
    load.waiting.shift();
    load.weight += next.weight;
    next.begin();
  }
}
