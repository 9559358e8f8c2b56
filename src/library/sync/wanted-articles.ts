import { type BookmarkId, ok } from '../../domain';
import { fromRow } from '../bookmark-row';
import type { Written } from '../repository';
import type { Store } from '../store';
import { commit } from '../write';
import { countArticles, shadowsWith } from './article-counts';
import type { WantedArticle } from './sync-repository';
import { moveArticles } from './write-shadows';

/** So many shadows are in memory at once. */
const BATCH = 500;
const TABLES = ['shadows', 'meta'];

export async function articlesWanted(
  { db }: Store,
  limit: number,
): Promise<readonly WantedArticle[]> {
  // No further than to the last: behind it are the places of all that came.
  const { wanted } = await countArticles(db);
  if (wanted === 0) return [];
  const newestFirst = shadowsWith(db, 'wanted').reverse();
  const shadows = await newestFirst.limit(Math.min(limit, wanted)).toArray();
  const rows = await db.bookmarks.bulkGet(shadows.map(({ bookmarkId }) => bookmarkId));
  return shadows.map(({ bookmarkId, serverId, articleBytes = null }, at) => {
    const row = rows[at];
    const bookmark = row ? fromRow(row) : null;
    return { id: bookmarkId, serverId, bookmark, bytes: articleBytes };
  });
}

export const leaveArticles = ({ db }: Store, ids: readonly BookmarkId[]): Written<void> =>
  commit(db, TABLES, async () => {
    const shadows = await db.shadows.bulkGet([...ids]);
    const wanted = shadows.flatMap((shadow) => (shadow?.article === 'wanted' ? shadow : []));
    await moveArticles(db, wanted, 'left');
    return ok(undefined);
  });

export async function wantLeftArticles({ db }: Store): Written<void> {
  while (true) {
    const moved = await commit(db, TABLES, async () => {
      const left = await shadowsWith(db, 'left').limit(BATCH).toArray();
      await moveArticles(db, left, 'wanted');
      return ok(left.length);
    });
    if (!moved.ok) return moved;
    if (moved.value < BATCH) return ok(undefined);
  }
}
