import type { PageReader, ReadError } from '../extraction/processes/page-reader';
import type { UserId } from '../storage';
import {
  type ArticleTaskKind,
  type ArticleTasks,
  doArticleTask,
  weighArticleTask,
} from './article-tasks';

/** Why work on an article was not done. */
export type ArticleWorkFault =
  | ReadError
  /** Too much of the same user is waiting already. */
  | { readonly kind: 'busy' };

/**
 * Work on an article took too much, or its process broke. Nothing that is stored was changed. It may
 * be expected; it becomes 503 in one place.
 */
export class ArticleWorkFailed extends Error {
  override readonly name = 'ArticleWorkFailed';
  readonly fault: ArticleWorkFault;

  constructor(kind: ArticleTaskKind, fault: ArticleWorkFault) {
    super(`${kind}: ${fault.kind === 'broke' ? fault.fault : fault.kind}`);
    this.fault = fault;
  }

  /** Another try would end the same way. */
  get isLasting(): boolean {
    return this.fault.kind === 'took-too-long' || this.fault.kind === 'took-too-much-memory';
  }
}

/**
 * Of one user, what may be under way at the same time, in weight: articles that wait are in memory.
 * One task may be heavier than that.
 */
const MAX_WEIGHT = 32_000_000;

/**
 * Works on stored articles. What is small is done at once; what could keep other requests waiting is
 * done in a process of the reader, as work of the user who owns the article.
 */
export class ArticleWork {
  readonly #reader: PageReader;
  /** Of each user who has tasks in processes, or waiting for them. */
  readonly #weights = new Map<UserId, number>();

  constructor(reader: PageReader) {
    this.#reader = reader;
  }

  /** @throws ArticleWorkFailed, or the reason of `signal` */
  async run<K extends ArticleTaskKind>(
    owner: UserId,
    kind: K,
    given: ArticleTasks[K]['given'],
    signal?: AbortSignal,
  ): Promise<ArticleTasks[K]['gives']> {
    const { weight, isSmall, isInBackground } = weighArticleTask(kind, given);
    if (isSmall) return doArticleTask(kind, given);
    const reader = this.#reader.sharedBy(
      String(owner),
      isInBackground ? 'background' : 'interactive',
    );
    const work = async () => {
      const done = await reader.run(kind, given, signal);
      if (!done.ok) throw new ArticleWorkFailed(kind, done.error);
      return done.value;
    };
    return isInBackground ? work() : this.#bounded(owner, kind, weight, work);
  }

  /** Does `work` unless too much of this user is under way: there are only so many jobs, but requests are many. */
  async #bounded<T>(
    owner: UserId,
    kind: ArticleTaskKind,
    weight: number,
    work: () => Promise<T>,
  ): Promise<T> {
    const before = this.#weights.get(owner) ?? 0;
    if (before > 0 && before + weight > MAX_WEIGHT) {
      throw new ArticleWorkFailed(kind, { kind: 'busy' });
    }
    this.#weights.set(owner, before + weight);
    try {
      return await work();
    } finally {
      const left = (this.#weights.get(owner) ?? 0) - weight;
      if (left > 0) this.#weights.set(owner, left);
      else this.#weights.delete(owner);
    }
  }
}
