import { err, ok, type Result } from '../../domain';
import type { WantedArticle } from '../../library';
import { type Stopped, stoppedByLibrary } from '../stop';
import { makeRoom } from './make-room';
import type { RoomPlan } from './plan-room';
import { type ArticlesContext, type AskedArticle, receiveArticles } from './receive-articles';

/**
 * Whose articles come to this device by themselves: all, those of what is unread, or the newest that
 * take so many bytes together. With `none` nothing is done about them.
 */
export type ArticlePolicy = 'all' | 'unread' | 'none' | NewestThatFit;

interface NewestThatFit {
  readonly newestBytes: number;
}

type Choice = Exclude<ArticlePolicy, 'none'>;

/** Articles that are looked at together. */
const BATCH = 500;
/** Where older ones make room: what is looked at together is here before they go. */
const BATCH_INTO_ROOM = 50;
/** So much of the room must be free before what was left on the server is looked at again. */
const FREE_SHARE = 0.2;

/** Fetches the articles that are on the server alone, newest first, with their images. */
export async function fetchArticles(
  context: ArticlesContext,
  policy: ArticlePolicy,
): Promise<Result<null, Stopped>> {
  if (policy === 'none') return ok(null);
  const followed = await follow(context, policy);
  if (!followed.ok) return followed;
  return typeof policy === 'string'
    ? fetchChosen(context, policy, UNBOUNDED)
    : fetchNewest(context, policy);
}

/** Nothing is read where all is as when it was looked at last. */
async function fetchNewest(
  context: ArticlesContext,
  policy: NewestThatFit,
): Promise<Result<null, Stopped>> {
  const { sync } = context.library;
  if ((await sync.meta()).articlesFitted === (await standing(context))) return ok(null);
  const room = await makeRoom(context, policy.newestBytes);
  if (!room.ok) return room;
  // Much has gone from here since: what had no room may have it now.
  const isFree = room.value.left > policy.newestBytes * FREE_SHARE;
  const again = isFree ? await sync.wantLeftArticles() : ok(undefined);
  if (!again.ok) return err(stoppedByLibrary(again.error));
  const fetched = await fetchChosen(context, policy, room.value);
  if (!fetched.ok) return fetched;
  const told = await sync.setMeta({ articlesFitted: await standing(context) });
  return told.ok ? ok(null) : err(stoppedByLibrary(told.error));
}

/** What is here, and which change of the server's was seen last: its reading a page is one. */
async function standing({ library: { sync } }: ArticlesContext): Promise<string> {
  const [counts, { cursor }] = await Promise.all([sync.articleCounts(), sync.meta()]);
  return JSON.stringify([counts, cursor]);
}

async function fetchChosen(
  context: ArticlesContext,
  policy: Choice,
  begun: RoomPlan,
): Promise<Result<null, Stopped>> {
  const { sync } = context.library;
  const batch = typeof policy === 'string' ? BATCH : BATCH_INTO_ROOM;
  let room = begun;
  while (true) {
    const wanted = await sync.articlesWanted(batch);
    if (wanted.length === 0) return ok(null);
    const chosen = chosenOf(wanted, policy, room);
    const asked = new Set(chosen.map(({ id }) => id));
    const others = wanted.filter(({ id }) => !asked.has(id)).map(({ id }) => id);
    const left = others.length === 0 ? ok(undefined) : await sync.leaveArticles(others);
    if (!left.ok) return err(stoppedByLibrary(left.error));
    const fetched = await receiveArticles(context, chosen);
    if (!fetched.ok) return fetched;
    room = { ...room, left: room.left - fetched.value.bytes };
    if (typeof policy === 'string' || room.left >= 0) continue;
    const made = await makeRoom(context, policy.newestBytes);
    if (!made.ok) return made;
    room = made.value;
  }
}

/** By another choice than before, what was left on the server may come. */
async function follow(
  { library: { sync } }: ArticlesContext,
  policy: Choice,
): Promise<Result<null, Stopped>> {
  const articlesBy = JSON.stringify(policy);
  if ((await sync.meta()).articlesBy === articlesBy) return ok(null);
  const wanted = await sync.wantLeftArticles();
  const told = wanted.ok ? await sync.setMeta({ articlesBy }) : wanted;
  return told.ok ? ok(null) : err(stoppedByLibrary(told.error));
}

const UNBOUNDED: RoomPlan = { drop: [], left: Number.POSITIVE_INFINITY, oldest: null };

/** Those that come: what fits, and what is newer than something that can make room for it. */
function chosenOf(
  wanted: readonly WantedArticle[],
  policy: Choice,
  { left, oldest }: RoomPlan,
): readonly AskedArticle[] {
  let free = left;
  return wanted.flatMap(({ id, serverId, bookmark, bytes }) => {
    if (serverId === null || bookmark === null || bookmark.trashedAt !== null) return [];
    if (policy === 'unread' && bookmark.isArchived) return [];
    // How much it takes is known of what was here before.
    const fits = free > 0 && (bytes ?? 0) <= free;
    if (!fits && (oldest === null || bookmark.created <= oldest)) return [];
    free -= bytes ?? 0;
    return [{ id, serverId }];
  });
}
