import type { LibraryDatabase } from '../database';
import type { ArticleCounts } from './sync-repository';
import type { ArticleStanding } from './sync-rows';

/**
 * How many articles stand where; one small record. An index is as long as all that ever stood in it,
 * so it is counted only in a library of a version that kept no such record.
 */
export const countArticles = async (db: LibraryDatabase): Promise<ArticleCounts> =>
  (await keptCounts(db)) ?? countByIndex(db);

/** null: a version that kept none wrote the library. */
export async function keptCounts(db: LibraryDatabase): Promise<ArticleCounts | null> {
  const row = await db.meta.get('articles');
  return row?.key === 'articles' ? row.counts : null;
}

export async function countByIndex(db: LibraryDatabase): Promise<ArticleCounts> {
  const [wanted, here, own] = await Promise.all([
    shadowsWith(db, 'wanted').count(),
    shadowsWith(db, 'here').count(),
    shadowsWith(db, 'own').count(),
  ]);
  return { wanted, here: here + own };
}

/** The shadows whose article stands so, oldest first. */
export const shadowsWith = (db: LibraryDatabase, article: ArticleStanding) =>
  db.shadows
    .where('[article+version.created]')
    .between([article, Number.NEGATIVE_INFINITY], [article, Number.POSITIVE_INFINITY]);
