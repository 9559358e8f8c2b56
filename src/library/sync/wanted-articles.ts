import { type BookmarkId, ok } from '../../domain';
import type { Written } from '../repository';
import type { Store } from '../store';
import type { WantedArticle } from './sync-repository';

/** So many shadows are in memory at once. */
const BATCH = 500;
const TABLES = ['shadows', 'meta'];

export async function articlesWanted(
  { db, tools }: Store,
  limit: number,
): Promise<readonly WantedArticle[]> {
  // No further than to the last: behind it are the places of all that came.
  const { wanted } = await tools.countArticles(db);
  if (wanted === 0) return [];
  const newestFirst = tools.shadowsWith(db, 'wanted').reverse();
  const shadows = await newestFirst.limit(Math.min(limit, wanted)).toArray();
  const rows = await db.bookmarks.bulkGet(shadows.map(({ bookmarkId }) => bookmarkId));
  return shadows.map(({ bookmarkId, serverId, articleBytes = null }, at) => {
    const row = rows[at];
    const bookmark = row ? tools.fromRow(row) : null;
    return { id: bookmarkId, serverId, bookmark, bytes: articleBytes };
  });
}

export const leaveArticles = ({ db, tools }: Store, ids: readonly BookmarkId[]): Written<void> =>
  tools.commit(db, TABLES, async () => {
    const shadows = await db.shadows.bulkGet([...ids]);
    const wanted = shadows.flatMap((shadow) => (shadow?.article === 'wanted' ? shadow : []));
    await tools.moveArticles(db, wanted, 'left');
    return ok(undefined);
  });

export async function wantLeftArticles({ db, tools }: Store): Written<void> {
  while (true) {
    const moved = await tools.commit(db, TABLES, async () => {
      const left = await tools.shadowsWith(db, 'left').limit(BATCH).toArray();
      await tools.moveArticles(db, left, 'wanted');
      return ok(left.length);
    });
    if (!moved.ok) return moved;
    if (moved.value < BATCH) return ok(undefined);
  }
}
