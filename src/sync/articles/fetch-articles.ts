import type { BookmarkId } from '../../domain/bookmark';
import { err, ok, type Result } from '../../domain/result';
import type { UnixMs } from '../../domain/time';
import type { PendingArticle, StoredArticle, SyncStop } from '../../library';
import { type ArticlePolicy, isWanted, type NewestThatFit, type SyncContext } from '../context';
import { NO_PROGRESS, orStopped, RepeatLimit, type Stopped } from '../stop';
import { type ArticlesContext, type RequestedArticle, receiveArticles } from './receive-articles';

type Choice = Exclude<ArticlePolicy, 'none'>;

/** Number of articles that are examined together. */
const ARTICLES_PER_BATCH = 500;

/** With limited space: these are stored before older articles are dropped. */
const BATCH_INTO_ROOM = 50;

/** Skipped articles are examined again when this share of the space is free. */
const FREE_SHARE = 0.2;

/** Fetches the articles that are only on the server with their images, newest first. */
export async function fetchArticles(
  context: ArticlesContext,
  policy: ArticlePolicy,
): Promise<Result<unknown, Stopped>> {
  if (policy === 'none') return ok(null);
  const followed = await follow(context, policy);
  if (!followed.ok) return followed;
  return typeof policy === 'string'
    ? fetchChosen(context, policy, UNBOUNDED)
    : fetchNewest(context, policy);
}

/** Reads nothing if nothing has changed since the last run. */
async function fetchNewest(
  context: ArticlesContext,
  policy: NewestThatFit,
): Promise<Result<unknown, Stopped>> {
  const { sync } = context.library;
  if ((await sync.meta()).articlesFitted === (await standing(context))) return ok(null);
  const room = await makeRoom(context, policy.newestBytes);
  if (!room.ok) return room;
  // Much space has been freed, so that skipped articles may fit now.
  const isFree = room.value.left > policy.newestBytes * FREE_SHARE;
  const again = isFree ? await orStopped(sync.requeueSkippedArticles()) : ok(null);
  if (!again.ok) return again;
  const fetched = await fetchChosen(context, policy, room.value);
  if (!fetched.ok || fetched.value.size > 0) return fetched;
  return orStopped(sync.setMeta({ articlesFitted: await standing(context) }));
}

/** Identifies the stored articles and the last change that was received from the server. */
async function standing({ library: { sync } }: ArticlesContext): Promise<string> {
  const [counts, { cursor }] = await Promise.all([sync.articleCounts(), sync.meta()]);
  return JSON.stringify([counts, cursor]);
}

/** Returns the articles that break the connection. The next round tries them again. */
async function fetchChosen(
  context: ArticlesContext,
  policy: Choice,
  begun: RoomPlan,
): Promise<Result<ReadonlySet<BookmarkId>, Stopped>> {
  const { sync } = context.library;
  const batch = typeof policy === 'string' ? ARTICLES_PER_BATCH : BATCH_INTO_ROOM;
  const limit = new RepeatLimit();
  const broken = new Set<BookmarkId>();
  let room = begun;
  while (true) {
    const waiting = await sync.pendingArticles(batch + broken.size);
    const pending = waiting.filter(({ id }) => !broken.has(id));
    if (pending.length === 0) return ok(broken);
    if (limit.isReached(pending.map(({ id }) => id))) return err(NO_PROGRESS);
    const chosen = chosenOf(pending, policy, room);
    const requested = new Set(chosen.map(({ id }) => id));
    const others = pending.filter(({ id }) => !requested.has(id)).map(({ id }) => id);
    const left = others.length === 0 ? ok(null) : await orStopped(sync.skipArticles(others));
    if (!left.ok) return left;
    const fetched = await receiveArticles({ ...context, skipsBroken: true }, chosen);
    if (!fetched.ok) return fetched;
    for (const id of fetched.value.broken) broken.add(id);
    room = { ...room, left: room.left - fetched.value.bytes };
    if (typeof policy === 'string' || room.left >= 0) continue;
    const made = await makeRoom(context, policy.newestBytes);
    if (!made.ok) return made;
    room = made.value;
  }
}

/** Examines skipped articles again when the policy has changed. */
async function follow(
  { library: { sync } }: ArticlesContext,
  policy: Choice,
): Promise<Result<unknown, Stopped>> {
  const articlesBy = JSON.stringify(policy);
  if ((await sync.meta()).articlesBy === articlesBy) return ok(null);
  const requeued = await orStopped(sync.requeueSkippedArticles());
  return requeued.ok ? orStopped(sync.setMeta({ articlesBy })) : requeued;
}

const UNBOUNDED: RoomPlan = { drop: [], left: Number.POSITIVE_INFINITY, oldest: null };

/**
 * Returns the articles to fetch: those that fit, and those newer than one that can be dropped for
 * them.
 */
function chosenOf(
  pending: readonly PendingArticle[],
  policy: Choice,
  { left, oldest }: RoomPlan,
): readonly RequestedArticle[] {
  let free = left;
  return pending.flatMap(({ id, serverId, bookmark, bytes }) => {
    if (serverId === null || bookmark === null || bookmark.trashedAt !== null) return [];
    // An article that is here was wanted, and there is a later one.
    if (bookmark.content.kind !== 'article' && !isWanted(policy, bookmark)) return [];
    // The size is known for articles that were stored before.
    const fits = free > 0 && (bytes ?? 0) <= free;
    if (!fits && (oldest === null || bookmark.created <= oldest)) return [];
    free -= bytes ?? 0;
    return [{ id, serverId }];
  });
}

/** The result of fetching the article of a bookmark that somebody opened. */
export type FetchedArticle =
  /** The article is stored, or was before. */
  | { readonly kind: 'here' }
  /** The server has no article, or no such bookmark. */
  | { readonly kind: 'none' }
  /** `stop` is null if the caller aborted. */
  | { readonly kind: 'stopped'; readonly stop: SyncStop | null };

/**
 * Fetches one article at once, whatever the policy. A round may be running. An article that
 * somebody opened counts as new when older ones are dropped.
 */
export async function fetchArticle(
  context: Pick<SyncContext, 'library' | 'server' | 'signal'>,
  id: BookmarkId,
): Promise<FetchedArticle> {
  const { sync } = context.library;
  const writing = sync.transaction({ ids: [id] }, (tx) => {
    const { shadow, ...state } = tx.get(id);
    if (shadow !== null) tx.put({ ...state, shadow: { ...shadow, askedAt: tx.now } });
    return { content: state.bookmark?.content, serverId: shadow?.serverId };
  });
  const requested = await orStopped(writing);
  if (!requested.ok) return { kind: 'stopped', stop: requested.error.stop };
  const { content, serverId } = requested.value;
  if (content?.kind === 'article') return { kind: 'here' };
  if (!content || !serverId) return { kind: 'none' };
  const fetched = await receiveArticles(context, [{ id, serverId }]);
  if (!fetched.ok) return { kind: 'stopped', stop: fetched.error.stop };
  return { kind: fetched.value.kept === 0 ? 'none' : 'here' };
}

/** Drops the articles that no longer fit and returns the plan for the remaining space. */
async function makeRoom(
  { library: { sync } }: Pick<SyncContext, 'library'>,
  maxBytes: number,
): Promise<Result<RoomPlan, Stopped>> {
  const held = await orStopped(sync.storedArticles());
  if (!held.ok) return held;
  const plan = planRoom(held.value, maxBytes);
  const dropped = await orStopped(sync.dropArticles(plan.drop));
  return dropped.ok ? ok(plan) : dropped;
}

export interface RoomPlan {
  /** The articles to drop. */
  readonly drop: readonly BookmarkId[];
  /** Bytes that are free; below 0 if articles that cannot be dropped exceed the limit. */
  readonly left: number;
  /** Date of the oldest article that could be dropped next. Newer ones may be fetched. */
  readonly oldest: UnixMs | null;
}

/**
 * Plans which articles stay within `maxBytes`: those that cannot be dropped, and the newest of the
 * others.
 */
function planRoom(held: readonly StoredArticle[], maxBytes: number): RoomPlan {
  const staying = held.filter(({ isDroppable }) => !isDroppable);
  let left = maxBytes - staying.reduce((sum, { bytes }) => sum + bytes, 0);
  const newestFirst = held.filter(({ isDroppable }) => isDroppable).toSorted((a, b) => b.at - a.at);
  const firstOut = newestFirst.findIndex(({ bytes }) => {
    left -= bytes;
    return left < 0;
  });
  if (firstOut === -1) return { drop: [], left, oldest: newestFirst.at(-1)?.at ?? null };
  const drop = newestFirst.slice(firstOut).map(({ id }) => id);
  return { drop, left: 0, oldest: newestFirst[firstOut - 1]?.at ?? null };
}
