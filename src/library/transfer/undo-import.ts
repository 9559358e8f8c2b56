import type { Bookmark, BookmarkId } from '../../domain/bookmark';
import type { CollectionFields } from '../../domain/collection';
import { hashText } from '../../domain/hash';
import type { Highlight } from '../../domain/highlight';
import { PURGE_TABLES, purgeRows, TRASH_TABLES, trashRows } from '../bookmarks/trash';
import { collectionStates, fieldsOf, writeCollections } from '../collections/collection-row';
import type { ImportBatchRow } from '../database/import-rows';
import type { BookmarkRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import type { Store } from '../database/store';
import { bookmarkEntries, isUnsent } from '../outbox/outbox';

/** The tables that `takeBackBatch` writes. */
export const UNDO_TABLES = [...new Set([...PURGE_TABLES, ...TRASH_TABLES, 'collections'])];

/**
 * Returns a hash of what a person can change about a bookmark. A title, a text or a date that a
 * server sends later is not among it.
 */
export function markOf(
  bookmark: Bookmark & Pick<BookmarkRow, 'originalValues'>,
  highlights: readonly Highlight[],
): number {
  const { labels, isFavourite, isArchived, readProgress, note, originalValues } = bookmark;
  const marked = highlights.map(({ quote, note, color, isNoteOnly }) =>
    JSON.stringify([quote.exact, note, color, isNoteOnly]),
  );
  const edited = Object.keys(originalValues ?? {}).sort();
  const state = [labels.toSorted(), isFavourite, isArchived, readProgress, note];
  return hashText(JSON.stringify([...state, edited, marked.sort()]));
}

/** Returns the same of a collection. */
export const collectionMark = (collection: CollectionFields): number =>
  hashText(JSON.stringify(fieldsOf(collection)));

/**
 * Removes the bookmarks that an import has added and that nobody has changed since, inside a
 * transaction over `UNDO_TABLES`. Those that were never sent leave nothing, the others go to the
 * trash.
 */
export async function takeBackBatch(
  store: Store,
  { added, collections = [] }: Pick<ImportBatchRow, 'added' | 'collections'>,
): Promise<{ readonly removed: number; readonly kept: number }> {
  const { db, now } = store;
  await takeBackCollections(store, collections);
  const ids = added.map(({ id }) => id);
  const marks = new Map(added.map((one) => [one.id, one]));
  const rows = (await db.bookmarks.bulkGet(ids)).filter((row) => row !== undefined);
  const highlights = await db.highlights.where('bookmarkId').anyOf(ids).toArray();
  const byBookmark = Map.groupBy(highlights, ({ bookmarkId }) => bookmarkId);
  const unsent = await unsentIds(db, ids);
  const isUnchanged = (row: BookmarkRow) => {
    const before = marks.get(row.id);
    // A server changes only what it has. A page that was captured since has another time, too.
    if (unsent.has(row.id) && row.updated !== before?.updated) return false;
    return markOf(row, byBookmark.get(row.id) ?? []) === before?.mark;
  };
  const here = rows.filter(({ trashedAt }) => trashedAt === null);
  const unchanged = here.filter(isUnchanged);
  await purgeRows(
    db,
    unchanged.filter(({ id }) => unsent.has(id)),
  );
  await trashRows(
    store,
    unchanged.filter(({ id }) => !unsent.has(id)),
    now(),
  );
  const kept = here.length - unchanged.length;
  return { removed: ids.length - kept, kept };
}

/** Removes collections that nobody has changed. The server deletes those that it may have. */
async function takeBackCollections(
  { db, now }: Store,
  added: NonNullable<ImportBatchRow['collections']>,
): Promise<void> {
  const marks = new Map(added.map(({ id, mark }) => [id, mark]));
  const before = [...(await collectionStates(db)).values()].filter(
    (row) => row.deletedAt === null && collectionMark(row) === marks.get(row.id),
  );
  const sent = before.filter(({ serverId, creates }) => serverId !== null || creates > 0);
  const deleted = sent.map((row) => ({ ...row, deletedAt: now() }));
  await writeCollections(db, before, deleted, now());
}

/** Returns those whose creation waits, and of which the server knows nothing. */
async function unsentIds(
  db: LibraryDatabase,
  ids: readonly BookmarkId[],
): Promise<ReadonlySet<BookmarkId>> {
  const rows = await bookmarkEntries(db, ids);
  const creates = rows.filter((row) => row.intent.kind === 'create' && isUnsent(row));
  return new Set(creates.map(({ bookmarkId }) => bookmarkId));
}
