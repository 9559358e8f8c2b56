import type { BookmarkId } from '../../domain';
import type { LibraryDatabase } from '../database';

/** What bookmarks are called; one that is gone for good is not in it. */
export type Titles = ReadonlyMap<BookmarkId, string>;

/** The titles of the bookmarks that `rows` are about. */
export async function readTitles(
  { bookmarks }: LibraryDatabase,
  rows: readonly { readonly bookmarkId: BookmarkId | null }[],
): Promise<Titles> {
  const ids = [...new Set(rows.flatMap(({ bookmarkId }) => bookmarkId ?? []))];
  const found = await bookmarks.bulkGet(ids);
  return new Map(found.flatMap((one) => (one ? [[one.id, one.title] as const] : [])));
}
