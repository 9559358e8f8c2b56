import { type BookmarkId, DAY_MS, type UnixMs, unixMs } from '../domain';
import type { SyncStop } from '../library';
import type { SyncContext, SyncedLibrary } from './context';
import { Exchange } from './exchange';
import { type FetchedArticle, fetchArticle } from './pull/fetch-article';
import { type ArticlePolicy, fetchArticles } from './pull/fetch-articles';
import { featuresOf, type SyncServer } from './server';
import { backOffMs, type Stopped, stoppedByLibrary } from './stop';

const JOURNAL_MS = 30 * DAY_MS;

/** What sync is given; it knows no browser API. */
export interface SyncOptions {
  readonly library: SyncedLibrary;
  readonly server: SyncServer;
  readonly now: () => UnixMs;
  /** From 0 up to, and without, 1. */
  readonly random: () => number;
  /**
   * Runs `work` while no other context of the profile does; null, and not run, when one does.
   * In a browser: Web Locks with `ifAvailable`.
   */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T | null>;
}

export interface RoundOptions {
  /** Whose articles come by themselves. */
  readonly articles: ArticlePolicy;
  /** Ends the round after the step that it is at; what is done stays done. */
  readonly signal?: AbortSignal;
}

/** How a round came out. */
export type Round =
  /** All is pulled and pushed; `nextAt` is when something that waits may be sent. */
  | { readonly kind: 'done'; readonly nextAt: UnixMs | null }
  /** Another context is at it. */
  | { readonly kind: 'busy' }
  /** `nextAt` is when to try again; null: not before a person did something. */
  | { readonly kind: 'stopped'; readonly stop: SyncStop; readonly nextAt: UnixMs | null }
  | { readonly kind: 'ended' };

export interface Sync {
  /** Pulls, pushes, and fetches articles. Each step is committed: a round may be cut off anywhere. */
  round(options: RoundOptions): Promise<Round>;
  /** Fetches one article at once, for somebody who opened it; a round may run meanwhile. */
  fetchArticle(id: BookmarkId, signal?: AbortSignal): Promise<FetchedArticle>;
}

/** Keeps a library and a server the same. */
export function createSync(options: SyncOptions): Sync {
  const { library, server, now, random, alone } = options;
  const features = featuresOf(server);
  return {
    async round({ articles, signal = new AbortController().signal }) {
      const context: SyncContext = {
        ...{ library, server, now, random, signal },
        features: () => features(signal),
      };
      return (await alone(() => runRound(context, articles))) ?? { kind: 'busy' };
    },
    fetchArticle: (id, signal = new AbortController().signal) =>
      fetchArticle({ library, server, signal }, id),
  };
}

async function runRound(context: SyncContext, articles: ArticlePolicy): Promise<Round> {
  const exchange = new Exchange(context);
  const exchanged = await exchange.run();
  if (!exchanged.ok) return stopped(context, exchanged.error);
  const afterEach = () => exchange.goOn();
  const fetched = await fetchArticles({ ...context, afterEach }, articles);
  if (!fetched.ok) return stopped(context, fetched.error);
  const { sync } = context.library;
  const now = context.now();
  const trimmed = await sync.trimJournal(unixMs(now - JOURNAL_MS));
  if (!trimmed.ok) return stopped(context, stoppedByLibrary(trimmed.error));
  const { dueAt } = exchange;
  const told = await sync.setMeta({ syncedAt: now, stop: null, retryAt: dueAt, failures: 0 });
  if (!told.ok) return stopped(context, stoppedByLibrary(told.error));
  return { kind: 'done', nextAt: dueAt };
}

/** Says why, and when it is tried again. */
async function stopped(
  { library: { sync }, now, random }: SyncContext,
  { stop, waitMs }: Stopped,
): Promise<Round> {
  if (stop === null) return { kind: 'ended' };
  const failures = (await sync.meta()).failures + 1;
  const isPassing = stop.kind === 'offline' || stop.kind === 'server-busy';
  const wait = waitMs ?? backOffMs(failures, random());
  const retryAt = isPassing ? unixMs(now() + wait) : null;
  // Where there is no room even for this, it is told all the same.
  await sync.setMeta({ stop, retryAt, failures });
  return { kind: 'stopped', stop, nextAt: retryAt };
}
