import type { Collection } from 'dexie';
import { type Bookmark, type BookmarkId, isInView, type View } from '../../domain/bookmark';
import type { UnixMs } from '../../domain/time';
import { fromRow, SORT_FIELD } from '../database/bookmark-rows';
import type { BookmarkRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import type { Store } from '../database/store';

const MAX_PAGE_ROWS = 1000;

/** The end of a page of a list. Opaque to callers. */
export interface PageCursor {
  readonly sort: number;
  readonly id: BookmarkId;
}

export interface BookmarkPage {
  readonly rows: readonly Bookmark[];
  /** null: this is the last page. */
  readonly next: PageCursor | null;
}

export interface PageQuery {
  readonly view: View;
  /** Only bookmarks with this label; if absent, all of the view. */
  readonly label?: string;
  /** At most `MAX_PAGE_ROWS`. */
  readonly limit: number;
  /** null for the first page. Newest first; in the trash, last deleted first. */
  readonly after: PageCursor | null;
}

/** The order of a list. */
export type ListSort =
  | {
      readonly by: 'saved' | 'published' | 'title' | 'site' | 'length' | 'progress';
      /** False: newest first by `saved`, ascending by the others. */
      readonly isReversed: boolean;
    }
  /** The same seed gives the same order. */
  | { readonly by: 'random'; readonly isReversed: false; readonly seed: number };

/** A whole list. */
export interface ListQuery extends Pick<PageQuery, 'view' | 'label'> {
  readonly sort: ListSort;
}

/**
 * Reads one page of a view, newest first. It reads `limit` + 1 neighbours from the index of the
 * view, which takes the same time at any depth.
 */
export async function readListPage(
  { db }: Pick<Store, 'db'>,
  { view, label, limit, after }: PageQuery,
): Promise<BookmarkPage> {
  const size = Math.min(Math.max(limit, 1), MAX_PAGE_ROWS);
  const list = label === undefined ? inView(db, view, after) : labelled(db, view, label, after);
  const found = await list
    .reverse()
    .limit(size + 1)
    .toArray();
  const rows = found.slice(0, size);
  const last = found.length > size ? rows.at(-1) : undefined;
  return { rows: rows.map(fromRow), next: last ? cursorOf(last, view) : null };
}

/** Returns the bookmarks of a view before a position, oldest first. */
function inView(
  db: LibraryDatabase,
  view: View,
  end: PageCursor | null,
): Collection<BookmarkRow, BookmarkId> {
  const upper = end === null ? [Infinity, ''] : [end.sort, end.id];
  return db.bookmarks
    .where(`[${SORT_FIELD[view]}+id]`)
    .between([-Infinity, ''], upper, true, false);
}

/** Returns the bookmarks of a view with a label before a position, oldest first. */
function labelled(
  db: LibraryDatabase,
  view: View,
  label: string,
  end: PageCursor | null,
): Collection<BookmarkRow, BookmarkId> {
  // The label index excludes the trash, which is never long.
  if (view === 'trash') return inView(db, view, end).and(({ labels }) => labels.includes(label));
  const upper = end === null ? [label, Infinity, ''] : [label, end.sort, end.id];
  const places = db.bookmarks.where('inLabels').between([label, -Infinity, ''], upper, true, false);
  return view === 'all' ? places : places.and((row) => isInView(row, view));
}

/** Returns at most `limit` bookmarks that were moved to the trash before `instant`. */
export async function trashedBefore(
  db: LibraryDatabase,
  instant: UnixMs,
  limit: number,
): Promise<readonly BookmarkRow[]> {
  return inView(db, 'trash', { sort: instant, id: '' as BookmarkId })
    .limit(limit)
    .toArray();
}

const cursorOf = (row: BookmarkRow, view: View): PageCursor => ({
  sort: row[SORT_FIELD[view]] ?? 0,
  id: row.id,
});
