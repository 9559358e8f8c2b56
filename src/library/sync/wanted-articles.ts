import { type BookmarkId, ok } from '../../domain';
import type { Written } from '../repository';
import type { Store } from '../store';
import { shadowsWith } from './sync-meta';
import type { WantedArticle } from './sync-repository';
import type { ArticleStanding, ShadowRow } from './sync-rows';

/** So many shadows are in memory at once. */
const BATCH = 500;

export async function articlesWanted(
  { db, tools }: Store,
  limit: number,
): Promise<readonly WantedArticle[]> {
  const shadows = await shadowsWith(db, 'wanted').reverse().limit(limit).toArray();
  const rows = await db.bookmarks.bulkGet(shadows.map(({ bookmarkId }) => bookmarkId));
  return shadows.map(({ bookmarkId, serverId, articleBytes = null }, at) => {
    const row = rows[at];
    const bookmark = row ? tools.fromRow(row) : null;
    return { id: bookmarkId, serverId, bookmark, bytes: articleBytes };
  });
}

export const leaveArticles = ({ db, tools }: Store, ids: readonly BookmarkId[]): Written<void> =>
  tools.commit(db, ['shadows'], async () => {
    const shadows = await db.shadows.bulkGet([...ids]);
    const wanted = shadows.filter((shadow) => shadow?.article === 'wanted');
    await db.shadows.bulkPut(standing(wanted, 'left'));
    return ok(undefined);
  });

export async function wantLeftArticles({ db, tools }: Store): Written<void> {
  while (true) {
    const moved = await tools.commit(db, ['shadows'], async () => {
      const left = await shadowsWith(db, 'left').limit(BATCH).toArray();
      await db.shadows.bulkPut(standing(left, 'wanted'));
      return ok(left.length);
    });
    if (!moved.ok) return moved;
    if (moved.value < BATCH) return ok(undefined);
  }
}

const standing = (
  shadows: readonly (ShadowRow | undefined)[],
  article: ArticleStanding,
): readonly ShadowRow[] => shadows.flatMap((shadow) => (shadow ? { ...shadow, article } : []));
