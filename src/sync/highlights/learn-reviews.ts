import type { BookmarkId } from '../../domain/bookmark';
import { err, ok, type Result } from '../../domain/result';
import type { SyncMeta, SyncTransaction } from '../../library';
import type { SyncContext } from '../context';
import { orStopped, type Stopped, stoppedBy } from '../stop';
import { hasReviews } from './read-annotations';

/** The bookmarks of one transaction. */
const READ_PER_TRANSACTION = 250;

/**
 * Asks if the server has a place for the review of highlights. If it has one now, its highlights are
 * read again, and the answers that it lacks are sent.
 */
export async function learnReviews(
  context: SyncContext,
  { hasReviews: hadReviews }: SyncMeta,
): Promise<Result<unknown, Stopped>> {
  const { sync } = context.library;
  const known = await hasReviews(context);
  if (!known.ok) return err(stoppedBy(known.error));
  if (known.value === hadReviews) return ok(null);
  const ids = known.value ? [...new Set(await sync.bookmarksOfSentHighlights())] : [];
  for (let at = 0; at < ids.length; at += READ_PER_TRANSACTION) {
    const some = ids.slice(at, at + READ_PER_TRANSACTION);
    const marked = await orStopped(sync.transaction({ ids: some }, (tx) => markUnread(tx, some)));
    if (!marked.ok) return marked;
  }
  return orStopped(sync.setMeta({ hasReviews: known.value }));
}

function markUnread(tx: SyncTransaction, ids: readonly BookmarkId[]): void {
  for (const id of ids) {
    const { shadow, ...state } = tx.get(id);
    if (shadow) tx.put({ ...state, shadow: { annotations: 'pending', ...shadow } });
  }
}
