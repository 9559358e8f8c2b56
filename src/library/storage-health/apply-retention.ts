import { type BookmarkId, keptSince, ok, type UnixMs } from '../../domain';
import { expire, type Steps } from '../bookmarks/trash';
import type { Written } from '../database/commit';
import type { BookmarkRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import { readRetention } from '../database/storage';
import type { Store } from '../database/store';
import { dropArticles, droppableArticles } from '../sync/article-selection';

/** Number of bookmarks in memory at once. */
const STEP = 500;

/** Removes what the rules of the library no longer keep. An interrupted run continues the next day. */
export async function applyRetention(
  store: Store,
  now: UnixMs,
  steps: Steps = {},
): Written<{ readonly purged: number }> {
  const expired = await expire(store, now, steps);
  const { archiveDays } = await readRetention(store.db);
  if (!expired.ok || archiveDays === null) return expired;
  for await (const ids of archivedArticles(store.db, keptSince(now, archiveDays))) {
    if (steps.signal?.aborted) break;
    const dropped = await dropArticles(store, ids);
    if (!dropped.ok) return dropped;
    steps.onStep?.(ids.length);
  }
  return ok(expired.value);
}

/**
 * Yields archived bookmarks that were saved before `instant`, are no favourites, and whose article
 * is on the server, too.
 */
export async function* archivedArticles(
  db: LibraryDatabase,
  instant: number,
): AsyncGenerator<readonly BookmarkId[]> {
  let after: readonly [number, string] = [Number.NEGATIVE_INFINITY, ''];
  while (true) {
    const rows: readonly BookmarkRow[] = await db.bookmarks
      .where('[inArchive+id]')
      .between(after, [instant, ''], false, false)
      .limit(STEP)
      .toArray();
    const ids = rows
      .filter(({ isFavourite, content }) => !isFavourite && content.kind === 'article')
      .map(({ id }) => id);
    const droppable = await droppableArticles(db, ids);
    if (droppable.length > 0) yield droppable.map(({ row }) => row.id);
    const last = rows.at(-1);
    if (last === undefined || rows.length < STEP) return;
    after = [last.created, last.id];
  }
}
