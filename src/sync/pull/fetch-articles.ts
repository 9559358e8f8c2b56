import { err, ok, type Result } from '../../domain';
import type { WantedArticle } from '../../library';
import type { SyncContext } from '../context';
import { type Stopped, stoppedByLibrary } from '../stop';
import { type AskedArticle, receiveArticles } from './receive-articles';

/** Whose articles come to this device by themselves; with `none` nothing is done about them. */
export type ArticlePolicy = 'all' | 'unread' | 'none';

/** Articles that are asked for in one request. */
const BATCH = 200;

/** Fetches the articles that are on the server alone, newest first, with their images. */
export async function fetchArticles(
  context: SyncContext,
  policy: ArticlePolicy,
): Promise<Result<null, Stopped>> {
  if (policy === 'none') return ok(null);
  const { sync } = context.library;
  const begun = await follow(context, policy);
  if (!begun.ok) return begun;
  while (true) {
    const wanted = await sync.articlesWanted(BATCH);
    if (wanted.length === 0) return ok(null);
    const chosen = wanted.flatMap((one) => chosenOf(one, policy));
    const asked = new Set(chosen.map(({ id }) => id));
    const others = wanted.filter(({ id }) => !asked.has(id)).map(({ id }) => id);
    const left = others.length === 0 ? ok(undefined) : await sync.leaveArticles(others);
    if (!left.ok) return err(stoppedByLibrary(left.error));
    const fetched = chosen.length === 0 ? ok(null) : await receiveArticles(context, chosen);
    if (!fetched.ok) return fetched;
  }
}

/** By another choice than before, what was left may come. */
async function follow(
  { library: { sync } }: SyncContext,
  policy: ArticlePolicy,
): Promise<Result<null, Stopped>> {
  if ((await sync.meta()).articlesBy === policy) return ok(null);
  const wanted = await sync.wantLeftArticles();
  if (!wanted.ok) return err(stoppedByLibrary(wanted.error));
  const told = await sync.setMeta({ articlesBy: policy });
  return told.ok ? ok(null) : err(stoppedByLibrary(told.error));
}

function chosenOf(
  { id, serverId, bookmark }: WantedArticle,
  policy: ArticlePolicy,
): readonly AskedArticle[] {
  if (serverId === null || bookmark === null || bookmark.trashedAt !== null) return [];
  return policy === 'all' || !bookmark.isArchived ? [{ id, serverId }] : [];
}
