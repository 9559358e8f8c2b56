import type { BookmarkId } from '../../domain/bookmark';
import { type Highlight, isDoubted } from '../../domain/highlight';
import type { LibraryDatabase } from './schema';

/** Returns a highlight that the background looks for in the saved article. */
export const asUnanchored = <H extends Highlight>(highlight: H): H =>
  highlight.isNoteOnly
    ? highlight
    : { ...highlight, doubt: isDoubted(highlight) ? 'unanchored-unsure' : 'unanchored' };

/**
 * Marks the highlights of bookmarks whose articles are replaced. To be called in the transaction that
 * replaces them, so that no highlight is forgotten if the background is stopped.
 */
export async function markUnanchored(
  db: LibraryDatabase,
  bookmarkIds: readonly BookmarkId[],
): Promise<void> {
  const rows = await db.highlights.where('bookmarkId').anyOf(bookmarkIds).toArray();
  if (rows.length > 0) await db.highlights.bulkPut(rows.map(asUnanchored));
}
