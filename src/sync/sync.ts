import type { BookmarkId } from '../domain/bookmark';
import { err, ok, type Result } from '../domain/result';
import type { ShareEmail, ShareLifetime } from '../domain/share';
import { MINUTE_MS, SECOND_MS, type UnixMs, unixMs } from '../domain/time';
import type { SyncStop } from '../library';
import { fetchArticle, fetchArticles } from './articles/fetch-articles';
import { pushCollections } from './collections/push-collections';
import {
  type ArticlePolicy,
  featuresOf,
  type SyncContext,
  type SyncedLibrary,
  type SyncServer,
} from './context';
import { pushHighlights } from './highlights/push-highlights';
import { pull } from './pull/pull';
import { Push } from './push/push';
import { shareByEmail, shareByLink, sharedLinks, withdrawLink } from './share-bookmark';
import { earlier, NO_PROGRESS, orStopped, RepeatLimit, type Stopped, waitAfter } from './stop';

/** A round whose work is due already begins after this time, whatever the last one left behind. */
const NEXT_ROUND_MS = 5 * SECOND_MS;

/** The dependencies of sync, which uses no browser API. */
export interface SyncOptions {
  readonly library: SyncedLibrary;
  readonly server: SyncServer;
  readonly now: () => UnixMs;
  /** Returns a number from 0 up to, but not including, 1. */
  readonly random: () => number;
  /** True to send nothing, because an import only reads the server. */
  readonly isReadOnly?: boolean;
  /**
   * Runs `work` while no other context of the profile does. Returns null without running it if
   * another one does. In a browser: Web Locks with `ifAvailable`.
   */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T | null>;
}

export interface RoundOptions {
  /** The articles that are fetched without a request of a person. */
  readonly articles: ArticlePolicy;
  /** True if a person asked for it. Collections are then received whenever they were last. */
  readonly isManual?: boolean;
  /** Ends the round after its current step. Completed steps stay. */
  readonly signal?: AbortSignal;
}

/** The result of a round. */
export type Round =
  /** Everything is pulled and pushed. `nextAt` is when something that is waiting is due. */
  | { readonly kind: 'done'; readonly nextAt: UnixMs | null }
  /** Another context is running a round. */
  | { readonly kind: 'busy' }
  /** `nextAt` is the time of the next attempt; null: a person has to act first. */
  | { readonly kind: 'stopped'; readonly stop: SyncStop; readonly nextAt: UnixMs | null }
  | { readonly kind: 'ended' };

export type Sync = ReturnType<typeof createSync>;

/** Keeps a library and a server the same. */
export function createSync(options: SyncOptions) {
  const { library, server, now, random, alone, isReadOnly = false } = options;
  const features = featuresOf(server);
  let first: BookmarkId | null = null;
  return {
    /** Sends this bookmark before the others, in the round that runs or in the next one. */
    sendFirst(id: BookmarkId): void {
      first = id;
    },
    /**
     * Pulls, pushes and fetches articles. Each step is committed, so a round may be interrupted
     * anywhere.
     */
    async round({
      articles,
      isManual = false,
      signal = new AbortController().signal,
    }: RoundOptions): Promise<Round> {
      const context: SyncContext = {
        library,
        server,
        now,
        random,
        signal,
        articles,
        isReadOnly,
        isManual,
        takeFirst() {
          const taken = first;
          first = null;
          return taken;
        },
        features: () => features(signal),
      };
      return (await alone(() => runRound(context))) ?? { kind: 'busy' };
    },
    /** Fetches one article at once for a person who opened it. A round may be running. */
    fetchArticle: (id: BookmarkId, signal = new AbortController().signal) =>
      fetchArticle({ library, server, signal }, id),
    shareByLink: (id: BookmarkId, lifetime: ShareLifetime, signal: AbortSignal) =>
      shareByLink({ library, server, signal }, id, lifetime),
    shareByEmail: (id: BookmarkId, message: ShareEmail, signal: AbortSignal) =>
      shareByEmail({ library, server, signal }, id, message),
    sharedLinks: (signal: AbortSignal) => sharedLinks({ server, signal }),
    withdrawLink: (id: string, signal: AbortSignal) => withdrawLink({ server, signal }, id),
  };
}

async function runRound(context: SyncContext): Promise<Round> {
  const exchange = new Exchange(context);
  const exchanged = await exchange.run();
  if (!exchanged.ok) return stopped(context, exchanged.error);
  const afterEach = () => exchange.goOn();
  const fetched = await fetchArticles({ ...context, afterEach }, context.articles);
  if (!fetched.ok) return stopped(context, fetched.error);
  const { sync } = context.library;
  const now = context.now();
  if (exchange.unkept !== null) return stopped(context, exchange.unkept);
  const dueAt = exchange.dueAt && unixMs(Math.max(exchange.dueAt, now + NEXT_ROUND_MS));
  const writing = sync.setMeta({ syncedAt: now, stop: null, retryAt: dueAt, failures: 0 });
  const saved = await orStopped(writing);
  if (!saved.ok) return stopped(context, saved.error);
  return { kind: 'done', nextAt: dueAt };
}

/** Reasons that may be gone at the next attempt, without a person. */
const PASSING_STOPS: ReadonlySet<SyncStop['kind']> = new Set([
  'offline',
  'server-busy',
  'no-progress',
]);

/** Records the reason and the time of the next attempt. */
async function stopped(
  { library: { sync }, now, random }: SyncContext,
  { stop, waitMs }: Stopped,
): Promise<Round> {
  if (stop === null) return { kind: 'ended' };
  const failures = (await sync.meta()).failures + 1;
  const isPassing = PASSING_STOPS.has(stop.kind);
  const wait = waitMs ?? waitAfter(failures, random());
  const retryAt = isPassing ? unixMs(now() + wait) : null;
  // The result is returned even if there is no space to record it.
  await sync.setMeta({ stop, retryAt, failures });
  return { kind: 'stopped', stop, nextAt: retryAt };
}

/** Changes of other devices wait at most this long while articles are fetched. */
const PULL_AGAIN_MS = MINUTE_MS;

/** By then another device that saved the same page at the same time has sent it too. */
const SAME_PAGE_SENT_MS = 30 * SECOND_MS;

/** The part of a round that syncs bookmarks, collections and highlights. Articles are fetched next to it. */
class Exchange {
  readonly #context: SyncContext;
  readonly #push: Push;
  #begunAt = unixMs(0);
  #collectionsDueAt: UnixMs | null = null;
  #highlightsDueAt: UnixMs | null = null;
  #lookAgainAt: UnixMs | null = null;

  constructor(context: SyncContext) {
    this.#context = context;
    this.#push = new Push(context);
  }

  /** The time when the next waiting change is due; null: nothing is waiting. */
  get dueAt(): UnixMs | null {
    const others = earlier(this.#collectionsDueAt, this.#highlightsDueAt);
    const { result } = this.#push;
    return earlier(this.#lookAgainAt, earlier(result.ok ? result.value : null, others));
  }

  get unkept(): Stopped | null {
    return this.#push.unkept;
  }

  /** Pulls and pushes. */
  async run(): Promise<Result<unknown, Stopped>> {
    this.#begunAt = this.#context.now();
    this.#lookAgainAt = null;
    const pulled = await pull(this.#context);
    if (!pulled.ok || this.#context.isReadOnly) return pulled;
    const pushed = await this.#send();
    if (!pushed.ok) return pushed;
    const collected = await pushCollections(this.#context);
    if (!collected.ok) return err(collected.error);
    this.#collectionsDueAt = collected.value;
    const highlighted = await pushHighlights(this.#context);
    if (!highlighted.ok) return err(highlighted.error);
    this.#highlightsDueAt = highlighted.value;
    return pushed;
  }

  /**
   * Runs while articles are fetched: sends what was queued since, and pulls again after
   * `PULL_AGAIN_MS`.
   */
  async goOn(): Promise<Result<unknown, Stopped>> {
    // The clock may have been set back.
    const age = Math.abs(this.#context.now() - this.#begunAt);
    if (age >= PULL_AGAIN_MS) return this.run();
    return this.#context.isReadOnly ? ok(null) : this.#send();
  }

  /**
   * Sends what is waiting. After a page with creates it pulls again, because another device may have
   * created the same bookmarks: by the rules of docs/sync.md this device then deletes its own or
   * defers the other one, and it does not create those that have come.
   */
  async #send(): Promise<Result<unknown, Stopped>> {
    const limit = new RepeatLimit();
    for (;;) {
      const sent = await this.#push.sendPage();
      if (!sent.ok) return sent;
      if (sent.value.length === 0) return ok(null);
      if (limit.isReached(sent.value)) return err(NO_PROGRESS);
      if (!this.#push.takeHasCreated()) continue;
      this.#lookAgainAt = unixMs(this.#context.now() + SAME_PAGE_SENT_MS);
      const pulled = await pull(this.#context);
      if (!pulled.ok) return pulled;
    }
  }
}
