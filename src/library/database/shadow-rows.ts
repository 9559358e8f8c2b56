import type { Bookmark } from '../../domain/bookmark';
import { MERGED_FIELDS, pick } from '../../domain/bookmark-fields';
import type { ArticleCounts } from './rows';
import type { LibraryDatabase } from './schema';
import type { ArticleState, ShadowRow } from './sync-rows';

/** Returns the shadow of a bookmark that is never sent to a server. */
export const localOnlyShadow = (bookmark: Bookmark): ShadowRow => ({
  bookmarkId: bookmark.id,
  serverId: null,
  version: {
    ...pick(bookmark, MERGED_FIELDS),
    ...pick(bookmark, ['url', 'labels', 'created', 'wordCount', 'readingTimeMinutes']),
    hasArticle: bookmark.content.kind === 'article',
  },
  updated: null,
  isLoaded: true,
  isCreatedHere: false,
  article: 'none',
});

/** Returns true if the server has a place for notes about bookmarks, as far as is known. */
export const hasNotes = async ({ meta }: LibraryDatabase): Promise<boolean> => {
  const row = await meta.get('sync');
  return row?.key === 'sync' && row.sync.hasNotes === true;
};

/** A change of one shadow; null means that it does not exist. */
export interface ShadowChange {
  readonly before: ShadowRow | null;
  readonly after: ShadowRow | null;
}

/**
 * Writes shadows with the counts of article states. Every change of an article state uses this
 * function, inside a transaction over `shadows` and `meta`.
 */
export async function writeShadows(
  db: LibraryDatabase,
  changes: readonly ShadowChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const gone = changes.flatMap(({ before, after }) =>
    before !== null && after === null ? [before.bookmarkId] : [],
  );
  const kept = await storedCounts(db);
  // If the counts do not exist yet, they are computed before the write that changes them.
  const counts = kept ?? (await countByIndex(db));
  const moved = {
    pending: counts.pending + moveOf(changes, isPending),
    here: counts.here + moveOf(changes, isHere),
  };
  const isMoved = moved.pending !== counts.pending || moved.here !== counts.here;
  await Promise.all([
    db.shadows.bulkPut(changes.flatMap(({ after }) => after ?? [])),
    gone.length > 0 && db.shadows.bulkDelete(gone),
    (isMoved || kept === null) && db.meta.put({ key: 'articles', counts: moved }),
  ]);
}

/** Like `writeShadows`, for a change of the article state only. */
export const moveArticles = (
  db: LibraryDatabase,
  shadows: readonly ShadowRow[],
  article: ArticleState,
): Promise<void> =>
  writeShadows(
    db,
    shadows.map((before) => ({ before, after: { ...before, article } })),
  );

const isPending = (shadow: ShadowRow | null) => shadow?.article === 'pending';
const isHere = (shadow: ShadowRow | null) =>
  shadow?.article === 'synced' || shadow?.article === 'local';

const moveOf = (
  changes: readonly ShadowChange[],
  stands: (shadow: ShadowRow | null) => boolean,
): number =>
  changes.reduce(
    (sum, { before, after }) => sum + Number(stands(after)) - Number(stands(before)),
    0,
  );

/**
 * Returns the counts of article states from one stored record. Browsers keep deleted entries in an
 * index, so it is counted only if the record does not exist.
 */
export const countArticles = async (db: LibraryDatabase): Promise<ArticleCounts> =>
  (await storedCounts(db)) ?? countByIndex(db);

/** Returns null if the record does not exist yet. */
async function storedCounts(db: LibraryDatabase): Promise<ArticleCounts | null> {
  return (await db.meta.get('articles'))?.counts ?? null;
}

async function countByIndex(db: LibraryDatabase): Promise<ArticleCounts> {
  const [pending, here, own] = await Promise.all([
    shadowsWith(db, 'pending').count(),
    shadowsWith(db, 'synced').count(),
    shadowsWith(db, 'local').count(),
  ]);
  return { pending, here: here + own };
}

/** Returns the shadows with an article state, oldest first. */
export const shadowsWith = (db: LibraryDatabase, article: ArticleState) =>
  db.shadows
    .where('[article+version.created]')
    .between([article, Number.NEGATIVE_INFINITY], [article, Number.POSITIVE_INFINITY]);
