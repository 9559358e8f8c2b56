import type { ArticleCounts } from './rows';
import type { LibraryDatabase } from './schema';
import type { ArticleStanding, ShadowRow } from './sync-rows';

/** One shadow's change: from nothing, to nothing, or from one state to another. */
export interface ShadowChange {
  readonly before: ShadowRow | null;
  readonly after: ShadowRow | null;
}

/**
 * Writes shadows together with how many articles stand where. Every write that changes where an
 * article stands goes through here, inside a transaction over `shadows` and `meta`.
 */
export async function writeShadows(
  db: LibraryDatabase,
  changes: readonly ShadowChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const gone = changes.flatMap(({ before, after }) =>
    before !== null && after === null ? [before.bookmarkId] : [],
  );
  const kept = await keptCounts(db);
  // Where they were never kept, they are counted before the first write that they are to follow.
  const counts = kept ?? (await countByIndex(db));
  const moved = {
    wanted: counts.wanted + moveOf(changes, isWanted),
    here: counts.here + moveOf(changes, isHere),
  };
  const isMoved = moved.wanted !== counts.wanted || moved.here !== counts.here;
  await Promise.all([
    db.shadows.bulkPut(changes.flatMap(({ after }) => after ?? [])),
    gone.length > 0 && db.shadows.bulkDelete(gone),
    (isMoved || kept === null) && db.meta.put({ key: 'articles', counts: moved }),
  ]);
}

/** As `writeShadows`, where only the articles of `shadows` move. */
export const moveArticles = (
  db: LibraryDatabase,
  shadows: readonly ShadowRow[],
  article: ArticleStanding,
): Promise<void> =>
  writeShadows(
    db,
    shadows.map((before) => ({ before, after: { ...before, article } })),
  );

const isWanted = (shadow: ShadowRow | null) => shadow?.article === 'wanted';
const isHere = (shadow: ShadowRow | null) =>
  shadow?.article === 'here' || shadow?.article === 'own';

const moveOf = (
  changes: readonly ShadowChange[],
  stands: (shadow: ShadowRow | null) => boolean,
): number =>
  changes.reduce(
    (sum, { before, after }) => sum + Number(stands(after)) - Number(stands(before)),
    0,
  );

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
