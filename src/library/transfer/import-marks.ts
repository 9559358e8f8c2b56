import type { BookmarkId } from '../../domain/bookmark';
import { pick, STATE_FIELDS } from '../../domain/bookmark-fields';
import { hashText } from '../../domain/hash';
import type { Highlight } from '../../domain/highlight';
import type { BookmarkRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import { allOf } from '../outbox/outbox';

/** The element of a reading position changes together with its percentage. */
const MARKED_STATES = STATE_FIELDS.filter((field) => field !== 'readAnchor');

/**
 * Returns a hash of what a person can change about a bookmark. A title, a text or a date that a
 * server sends later is not among it.
 */
function markOf(bookmark: BookmarkRow, highlights: readonly Highlight[]): number {
  const { labels, originalValues, isOwn } = bookmark;
  const marked = highlights.map(({ quote, note, color, review, isNoteOnly }) =>
    JSON.stringify([quote.exact, note, color, isNoteOnly, review]),
  );
  // The keys are fields of a bookmark.
  const keys = Object.keys(originalValues ?? {}).sort() as (keyof BookmarkRow)[];
  const edited = keys.map((key) => [key, bookmark[key]]);
  const state = [labels.toSorted(), pick(bookmark, MARKED_STATES)];
  return hashText(JSON.stringify([...state, edited, marked.sort(), isOwn]));
}

/** Reads bookmarks with their marks. Missing ones are left out. */
export async function readMarked(db: LibraryDatabase, ids: readonly BookmarkId[]) {
  const rows = await db.bookmarks.bulkGet([...ids]);
  const highlights = await allOf(db.highlights, 'bookmarkId', ids);
  const byBookmark = Map.groupBy(highlights, ({ bookmarkId }) => bookmarkId);
  return rows.flatMap((row) =>
    row ? [{ row, mark: markOf(row, byBookmark.get(row.id) ?? []) }] : [],
  );
}
