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
 * Weight of the tasks of one user's requests that may be under way at the same time: their articles are
 * in memory. A single task may be heavier.
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

/**
 * Works on stored articles. A small task is done at once. A task that could keep other requests
 * waiting is done in another process, as work of the user who owns the article.
 */
export class ArticleWork implements ArticleWorker {
  readonly #processes: ArticleProcesses;
  /** The weight of the bounded tasks of each user that are under way. */
  readonly #weights = new Map<UserId, number>();

  constructor(processes: ArticleProcesses) {
    this.#processes = processes;
  }

  /** Throws `busy` when too much work of the user is under way. */
  readonly run: ArticleWorker['run'] = (owner, kind, input, signal) =>
    this.#run(owner, kind, input, signal, true);

  /** Waits for its turn in any case. For files of many bookmarks that are being sent, one after another. */
  readonly queued: ArticleWorker = {
    run: (owner, kind, input, signal) => this.#run(owner, kind, input, signal, false),
  };

  async #run<K extends ArticleTaskKind>(
    owner: UserId,
    kind: K,
    input: ArticleTasks[K]['input'],
    signal: AbortSignal | undefined,
    isBounded: boolean,
  ): Promise<ArticleTasks[K]['output']> {
    const { weight, isSmall, isInBackground } = weighArticleTask(kind, input);
    if (isSmall) {
      // Loaded with the first article: parsers and writers of HTML, Markdown and EPUB.
      const { doArticleTask } = await import('./do-article-task');
      return doArticleTask(kind, input);
    }
    // There are few background tasks, but any number of requests.
    const added = isBounded && !isInBackground ? weight : 0;
    if (!this.#hasRoom(owner, added)) throw new ArticleWorkFailed(kind, { kind: 'busy' });
    this.#add(owner, added);
    try {
      const lane = isInBackground ? 'background' : 'interactive';
      const done = await this.#processes.sharedBy(String(owner), lane).run(kind, input, signal);
      if (!done.ok) throw new ArticleWorkFailed(kind, done.error);
      return done.value;
    } finally {
      this.#add(owner, -added);
    }
  }

  #hasRoom(owner: UserId, weight: number): boolean {
    const present = this.#weights.get(owner) ?? 0;
    return weight === 0 || present === 0 || present + weight <= MAX_WEIGHT;
  }

  #add(owner: UserId, weight: number): void {
    const sum = (this.#weights.get(owner) ?? 0) + weight;
    if (sum === 0) this.#weights.delete(owner);
    else this.#weights.set(owner, sum);
  }
}
