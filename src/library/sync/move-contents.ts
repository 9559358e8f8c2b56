import type { BookmarkId } from '../../domain/bookmark';
import { pick } from '../../domain/bookmark-fields';
import type { UnixMs } from '../../domain/time';
import { TEXT_FIELDS } from '../articles/revisions';
import { isSameText } from '../articles/stored-text';
import { toRow, writeBookmarks } from '../database/bookmark-rows';
import { changedAtOf } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import { moveArticle } from '../duplicates/join-bookmarks';
import { type JoinedHighlight, moveHighlights } from '../highlights/move-highlights';

/** A move of contents from a bookmark to another one of its page. */
export interface Move {
  readonly from: BookmarkId;
  readonly to: BookmarkId;
  /** True if its highlights move, too. */
  readonly hasHighlights: boolean;
}

/**
 * Moves what a bookmark has to the one that stays, inside a transaction over `JOIN_TABLES`: its article
 * if it was captured later, and its highlights. Returns the highlights that became one.
 */
export async function moveContents(
  db: LibraryDatabase,
  { from, to, hasHighlights }: Move,
  now: UnixMs,
): Promise<readonly JoinedHighlight[]> {
  await moveLaterArticle(db, from, to, now);
  // Afterwards, because a new article marks the highlights of the bookmark.
  return hasHighlights ? moveHighlights(db, from, to, now) : [];
}

async function moveLaterArticle(
  db: LibraryDatabase,
  from: BookmarkId,
  to: BookmarkId,
  now: UnixMs,
): Promise<void> {
  const [[gone, kept], [came, own = null], shadow] = await Promise.all([
    db.bookmarks.bulkGet([from, to]),
    db.articles.bulkGet([from, to]),
    db.shadows.get(to),
  ]);
  if (gone === undefined || kept === undefined || came === undefined) return;
  const latest = Math.max(own === null ? 0 : changedAtOf(own), shadow?.captured ?? 0);
  const isSame = own !== null && isSameText(own.body, came.body);
  if (isSame || changedAtOf(came) <= latest) return;
  await moveArticle(db, { row: kept, article: own }, came, now, changedAtOf(came));
  const after = toRow({ ...kept, ...pick(gone, TEXT_FIELDS) });
  await writeBookmarks(db, [{ before: kept, after }]);
}
