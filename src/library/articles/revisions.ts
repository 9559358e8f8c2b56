import type { BookmarkId } from '../../domain/bookmark';
import type { UnixMs } from '../../domain/time';
import type { ArticleRow, RevisionRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import { articleAssets, moveAssetUses } from '../images/assets';

/** Number of earlier articles that are kept per bookmark. */
const REVISIONS_KEPT = 3;

/** Stores a replaced article and drops the oldest ones beyond `REVISIONS_KEPT`. */
export async function keepRevision(
  db: LibraryDatabase,
  article: ArticleRow,
  replacedAt: UnixMs,
): Promise<void> {
  await db.revisions.add({ ...article, replacedAt });
  const rows = await readRevisions(db, article.bookmarkId);
  await drop(db, rows.slice(REVISIONS_KEPT));
}

/** Returns the revisions of a bookmark, last replaced first. */
export async function readRevisions(
  db: LibraryDatabase,
  bookmarkId: BookmarkId,
): Promise<readonly RevisionRow[]> {
  const rows = await db.revisions.where('bookmarkId').equals(bookmarkId).sortBy('id');
  return rows.reverse();
}

/** Drops at most `limit` articles that were replaced before `instant` and returns their number. */
export async function dropRevisionsBefore(
  db: LibraryDatabase,
  instant: UnixMs,
  limit: number,
): Promise<number> {
  const rows = await db.revisions.where('replacedAt').below(instant).limit(limit).toArray();
  await drop(db, rows);
  return rows.length;
}

async function drop(db: LibraryDatabase, rows: readonly RevisionRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db.revisions.bulkDelete(rows.map(({ id }) => id));
  await moveAssetUses(db, [], rows.flatMap(articleAssets));
}
