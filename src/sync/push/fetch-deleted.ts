import type { BookmarkId } from '../../domain/bookmark';
import type { SyncTransaction } from '../../library';
import { type RequestedArticle, receiveArticles } from '../articles/receive-articles';
import type { SyncContext } from '../context';
import { FAILURES_TO_STOP } from '../stop';

/**
 * Fetches the articles of deleted bookmarks that only the server has, because the trash keeps them.
 * One that cannot be fetched delays nothing but its own delete.
 */
export async function fetchDeleted(
  context: SyncContext,
  ids: readonly BookmarkId[],
): Promise<void> {
  const wanted = await missingOf(context, ids);
  if (wanted.length === 0) return;
  const fetched = await receiveArticles(context, wanted);
  if (fetched.ok || wanted.length === 1) return;
  // One that the server or this device cannot handle holds back those that were asked with it.
  let failures = 0;
  for (const one of await missingOf(context, ids)) {
    if (context.signal.aborted || failures >= FAILURES_TO_STOP) return;
    const alone = await receiveArticles(context, [one]);
    failures = alone.ok ? 0 : failures + 1;
  }
}

async function missingOf(
  { library: { sync } }: SyncContext,
  ids: readonly BookmarkId[],
): Promise<readonly RequestedArticle[]> {
  const read = await sync.transaction({ ids }, (tx) =>
    ids.flatMap((id) => {
      const { serverId } = tx.get(id).shadow ?? {};
      return serverId && needsArticle(tx, id) ? [{ id, serverId }] : [];
    }),
  );
  return read.ok ? read.value : [];
}

/** Returns true if a delete is due of a bookmark of the trash whose article only the server has. */
export function needsArticle(tx: SyncTransaction, id: BookmarkId): boolean {
  const { bookmark, shadow, intents } = tx.get(id);
  if (!bookmark?.trashedAt || bookmark.content.kind === 'article') return false;
  const isDue = intents.some(
    ({ intent, notBefore }) => intent.kind === 'delete' && notBefore <= tx.now,
  );
  return isDue && bookmark.content.reason === 'on-server' && Boolean(shadow?.version.hasArticle);
}
