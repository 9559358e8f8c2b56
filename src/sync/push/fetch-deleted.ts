import type { BookmarkId } from '../../domain/bookmark';
import { eachBounded } from '../../domain/each-bounded';
import type { SyncTransaction } from '../../library';
import { type RequestedArticle, receiveArticles } from '../articles/receive-articles';
import type { SyncContext } from '../context';
import { FAILURES_TO_STOP } from '../stop';

const PARALLEL = 4;

/**
 * Fetches the articles of deleted bookmarks that only the server has, because the trash keeps them.
 * One that cannot be fetched delays nothing but its own delete.
 */
export async function fetchDeleted(
  context: SyncContext,
  ids: readonly BookmarkId[],
): Promise<void> {
  const wanted = await context.library.sync.transaction({ ids }, (tx) =>
    ids.flatMap((id) => lackedArticle(tx, id)),
  );
  if (!wanted.ok) return;
  let failures = 0;
  await eachBounded(wanted.value, PARALLEL, async (one) => {
    if (failures >= FAILURES_TO_STOP) return;
    const fetched = await receiveArticles(context, [one]);
    failures = fetched.ok ? 0 : failures + 1;
  });
}

/** Returns the article that a due delete of a page in the trash waits for: only the server has it. */
export function lackedArticle(tx: SyncTransaction, id: BookmarkId): readonly RequestedArticle[] {
  const { bookmark, shadow, intents } = tx.get(id);
  if (!bookmark?.trashedAt || bookmark.content.kind === 'article') return [];
  if (bookmark.content.reason !== 'on-server' || !shadow?.version.hasArticle) return [];
  const isDue = intents.some(
    ({ intent, notBefore }) => intent.kind === 'delete' && notBefore <= tx.now,
  );
  return isDue && shadow.serverId ? [{ id, serverId: shadow.serverId }] : [];
}
