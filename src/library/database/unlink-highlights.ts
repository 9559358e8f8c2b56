import type { BookmarkId } from '../../domain/bookmark';
import type { Highlight } from '../../domain/highlight';
import { newHighlightShadow, UNLINKED_HIGHLIGHT, withState } from './highlight-shadow';
import type { LibraryDatabase } from './schema';
import { asUnanchored } from './unanchored-highlights';

/**
 * Unlinks the highlights of bookmarks that are on the server under another id or no longer there.
 * They are created there again. To be called in a transaction over `highlights` and
 * `highlightShadows`.
 */
export async function unlinkHighlights(
  db: LibraryDatabase,
  bookmarkIds: readonly BookmarkId[],
): Promise<void> {
  if (bookmarkIds.length === 0) return;
  const [rows, shadows] = await Promise.all([
    db.highlights.where('bookmarkId').anyOf(bookmarkIds).toArray(),
    db.highlightShadows.where('bookmarkId').anyOf(bookmarkIds).toArray(),
  ]);
  const known = new Map(shadows.map((shadow) => [shadow.id, shadow]));
  // The annotations of deleted highlights are gone with the bookmark.
  await db.highlightShadows.bulkDelete(shadows.map(({ id }) => id));
  await db.highlightShadows.bulkPut(
    rows.map((row) => {
      const shadow = known.get(row.id) ?? newHighlightShadow(row);
      const { bookmarkId } = row;
      return withState({ ...shadow, ...UNLINKED_HIGHLIGHT, bookmarkId, refusal: null }, row);
    }),
  );
}

/**
 * Writes highlights that were moved to another bookmark. They are created there on the server; their
 * former annotations are left to their former bookmark.
 */
export async function putMovedHighlights(
  db: LibraryDatabase,
  rows: readonly Highlight[],
): Promise<void> {
  await Promise.all([
    db.highlights.bulkPut([...rows]),
    db.highlightShadows.bulkPut(rows.map(newHighlightShadow)),
  ]);
}

/**
 * Moves the highlights of `from` to another bookmark of the same page. Returns their former rows.
 */
export async function moveHighlights(
  db: LibraryDatabase,
  from: readonly BookmarkId[],
  to: BookmarkId,
): Promise<readonly Highlight[]> {
  const rows = await db.highlights.where('bookmarkId').anyOf(from).toArray();
  // Their positions were in other articles.
  await putMovedHighlights(
    db,
    rows.map(({ doubt, ...row }) => asUnanchored({ ...row, bookmarkId: to, position: null })),
  );
  return rows;
}
