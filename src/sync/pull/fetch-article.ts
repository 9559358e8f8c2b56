import type { BookmarkId } from '../../domain';
import type { SyncStop } from '../../library';
import type { SyncContext } from '../context';
import { stoppedByLibrary } from '../stop';
import { receiveArticles } from './receive-articles';

/** How it went to fetch the article of a bookmark that somebody opened. */
export type FetchedArticle =
  /** It is here now, or was before. */
  | { readonly kind: 'here' }
  /** The server has none either, or has not the bookmark. */
  | { readonly kind: 'none' }
  /** `stop` is null when whoever asked ended it. */
  | { readonly kind: 'stopped'; readonly stop: SyncStop | null };

/**
 * Fetches one article at once, whatever the choice of articles; a round may run meanwhile. What
 * somebody opened counts as new when older articles make room.
 */
export async function fetchArticle(
  context: Pick<SyncContext, 'library' | 'server' | 'signal'>,
  id: BookmarkId,
): Promise<FetchedArticle> {
  const { sync } = context.library;
  const asked = await sync.decide({ ids: [id] }, (desk) => {
    const { shadow, ...state } = desk.get(id);
    if (shadow !== null) desk.put({ ...state, shadow: { ...shadow, askedAt: desk.now } });
    return { content: state.bookmark?.content, serverId: shadow?.serverId };
  });
  if (!asked.ok) return { kind: 'stopped', stop: stoppedByLibrary(asked.error).stop };
  const { content, serverId } = asked.value;
  if (content?.kind === 'article') return { kind: 'here' };
  if (!content || !serverId) return { kind: 'none' };
  const fetched = await receiveArticles(context, [{ id, serverId }]);
  if (!fetched.ok) return { kind: 'stopped', stop: fetched.error.stop };
  return { kind: fetched.value.kept === 0 ? 'none' : 'here' };
}
