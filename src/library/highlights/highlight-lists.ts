import type { Collection } from 'dexie';
import type { Bookmark, BookmarkId } from '../../domain/bookmark';
import {
  type Highlight,
  type HighlightColor,
  type HighlightId,
  shownColor,
} from '../../domain/highlight';
import type { UnixMs } from '../../domain/time';
import { fold } from '../../query';
import { fromRow, trashedIds } from '../database/bookmark-rows';
import type { Dispose } from '../database/commit';
import type { LocalOnly } from '../database/highlight-shadow';
import { watch } from '../database/live';
import type { HighlightRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import { repository } from '../database/store';
import { byPosition, localOnlyOf } from './highlights';

/** Conditions that highlights of a list meet. An absent one is met by all. */
export interface HighlightFilter {
  /** The colour in which it is shown. */
  readonly color?: HighlightColor;
  /** A label of the bookmark. */
  readonly label?: string;
  /** Created at this time or later. */
  readonly from?: UnixMs;
  /** Created before this time. */
  readonly until?: UnixMs;
  /** Words that are all in the quote or the note, without regard to case and accents. */
  readonly text?: string;
}

/** The highlights of one page that meet a filter. */
export interface HighlightGroup {
  /** The id of the bookmark. */
  readonly id: BookmarkId;
  readonly bookmark: Bookmark;
  /** In the order of the text. Never empty. */
  readonly highlights: readonly Highlight[];
  /** Why some of them are not on the server. */
  readonly localOnly: ReadonlyMap<HighlightId, LocalOnly>;
}

/** The end of a page of a list. Opaque to callers. */
export interface HighlightCursor {
  readonly sort: number;
  readonly id: HighlightId;
}

export interface HighlightGroupPage {
  readonly rows: readonly HighlightGroup[];
  /** null: this is the last page. */
  readonly next: HighlightCursor | null;
}

export interface HighlightGroupQuery {
  readonly filter: HighlightFilter;
  readonly after: HighlightCursor | null;
}

/** A highlight without a certain place in the saved article. */
export interface DoubtfulHighlight {
  readonly highlight: Highlight;
  readonly bookmark: Bookmark;
}

export interface DoubtfulHighlights {
  /** Highlights that a person can confirm are first, then the newest. */
  readonly rows: readonly DoubtfulHighlight[];
  readonly hasMore: boolean;
}

/** A deleted highlight, which can be restored. */
export interface DeletedHighlight extends DoubtfulHighlight {
  readonly deletedAt: UnixMs;
}

export interface DeletedHighlights {
  /** Last deleted first. */
  readonly rows: readonly DeletedHighlight[];
  readonly hasMore: boolean;
}

export type HighlightLists = ReturnType<typeof highlightLists>;

/** The highlights of the whole library, without those of bookmarks in the trash. */
export const highlightLists = repository({
  /**
   * Reads a page of groups. The page with the newest highlight is first. A page may be short or empty and
   * still have a next one, because it reads a limited number of highlights.
   */
  readPage: ({ db }, query: HighlightGroupQuery): Promise<HighlightGroupPage> =>
    readGroupPage(db, query),

  watchPage: (
    store,
    query: HighlightGroupQuery,
    listener: (page: HighlightGroupPage) => void,
  ): Dispose => watch(store, () => readGroupPage(store.db, query), listener),

  watchCount: (store, listener: (count: number) => void): Dispose =>
    watch(store, () => count(store.db), listener),

  /** Calls `listener` with the numbers of highlights of those pages that have any. */
  watchCounts: (
    { db, ...store },
    ids: readonly BookmarkId[],
    listener: (counts: ReadonlyMap<BookmarkId, number>) => void,
  ): Dispose => watch(store, () => countsOf(db, ids), listener),

  /** Calls `listener` with at most `limit` highlights whose place is unsure or unknown. */
  watchDoubtful: (store, limit: number, listener: (found: DoubtfulHighlights) => void): Dispose =>
    watch(store, () => readDoubtful(store.db, limit), listener),

  /** Calls `listener` with at most `limit` deleted highlights. */
  watchDeleted: (store, limit: number, listener: (found: DeletedHighlights) => void): Dispose =>
    watch(store, () => readDeleted(store.db, limit), listener),
});

/** Reads only the index. */
async function countsOf(db: LibraryDatabase, ids: readonly BookmarkId[]) {
  const counts = new Map<BookmarkId, number>();
  await db.highlights
    .where('bookmarkId')
    .anyOf(ids)
    .eachKey((key) => {
      const id = key as BookmarkId; // The index has nothing else.
      counts.set(id, (counts.get(id) ?? 0) + 1);
    });
  return counts;
}

/** The sizes of a page. It ends with the group that reaches one of them. */
const MAX_GROUPS = 20;
const MAX_HIGHLIGHTS_PER_PAGE = 100;
/** Without this limit, a rare word would be searched for in all highlights at once. */
const MAX_READ = 2000;
const HIGHLIGHTS_PER_READ = 250;

const HIGHLIGHT_LIST_TABLES = ['highlights', 'highlightShadows', 'bookmarks'];

const readGroupPage = (
  db: LibraryDatabase,
  query: HighlightGroupQuery,
): Promise<HighlightGroupPage> =>
  // One transaction, so that each of the many short reads does not start its own.
  db.transaction('r', HIGHLIGHT_LIST_TABLES, async () => {
    const { filter } = query;
    const isWanted = matcher(filter);
    const isListed = await bookmarkMatcher(db, filter);
    const rows: HighlightGroup[] = [];
    const seen = new Set<BookmarkId>();
    let [next, read, found] = [query.after, 0, 0];
    while (rows.length < MAX_GROUPS && found < MAX_HIGHLIGHTS_PER_PAGE && read < MAX_READ) {
      const batch = await newestFirst(db, filter, next).limit(HIGHLIGHTS_PER_READ).toArray();
      for (const row of batch) {
        read += 1;
        next = { sort: row.created, id: row.id };
        if (seen.has(row.bookmarkId) || !isListed(row.bookmarkId) || !isWanted(row)) continue;
        seen.add(row.bookmarkId);
        const group = await groupOf(db, row, isWanted);
        if (group === null) continue;
        rows.push(group);
        found += group.highlights.length;
        if (rows.length >= MAX_GROUPS || found >= MAX_HIGHLIGHTS_PER_PAGE) break;
      }
      const isEnd = batch.length < HIGHLIGHTS_PER_READ && next?.id === batch.at(-1)?.id;
      if (batch.length === 0 || isEnd) return { rows, next: null };
    }
    return { rows, next };
  });

/** Returns the highlights of the times of a filter after a position, newest first. */
function newestFirst(
  db: LibraryDatabase,
  { from = -Infinity as UnixMs, until = Infinity as UnixMs }: HighlightFilter,
  after: HighlightCursor | null,
): Collection<HighlightRow, HighlightId> {
  const upper = after === null ? [until, ''] : [after.sort, after.id];
  return db.highlights.where('[created+id]').between([from, ''], upper, true, false).reverse();
}

/** Returns the group of which `newest` is the newest; null if another one is. */
async function groupOf(
  db: LibraryDatabase,
  newest: HighlightRow,
  isWanted: (row: HighlightRow) => boolean,
): Promise<HighlightGroup | null> {
  const rows = await db.highlights.where('bookmarkId').equals(newest.bookmarkId).toArray();
  const highlights = rows.filter(isWanted);
  if (highlights.some((row) => isNewer(row, newest))) return null;
  const bookmark = await db.bookmarks.get(newest.bookmarkId);
  if (bookmark === undefined) return null;
  return {
    id: bookmark.id,
    bookmark: fromRow(bookmark),
    highlights: highlights.sort(byPosition),
    localOnly: await localOnlyOf(db, bookmark.id),
  };
}

const isNewer = (one: HighlightRow, other: HighlightRow): boolean =>
  one.created > other.created || (one.created === other.created && one.id > other.id);

function matcher({ color, from, until, text = '' }: HighlightFilter) {
  const words = fold(text)
    .split(/\s+/)
    .filter((word) => word !== '');
  return ({ created, quote, note, ...row }: HighlightRow): boolean => {
    if (color !== undefined && shownColor(row.color) !== color) return false;
    if ((from !== undefined && created < from) || (until !== undefined && created >= until)) {
      return false;
    }
    if (words.length === 0) return true;
    const searched = fold(`${quote.exact}\n${note}`);
    return words.every((word) => searched.includes(word));
  };
}

/** Returns a function that tells whether a bookmark is outside the trash and has the label. */
async function bookmarkMatcher(
  db: LibraryDatabase,
  { label }: HighlightFilter,
): Promise<(id: BookmarkId) => boolean> {
  if (label === undefined) {
    const trashed = new Set(await trashedIds(db));
    return (id) => !trashed.has(id);
  }
  const labelled = new Set(
    await db.bookmarks
      .where('inLabels')
      .between([label, -Infinity, ''], [label, Infinity, ''])
      .primaryKeys(),
  );
  return (id) => labelled.has(id);
}

/** The browser counts without reading a row. */
const count = (db: LibraryDatabase): Promise<number> =>
  db.transaction('r', HIGHLIGHT_LIST_TABLES, async () => {
    const [all, trashed] = await Promise.all([db.highlights.count(), trashedIds(db)]);
    const hidden = trashed.map((id) => db.highlights.where('bookmarkId').equals(id).count());
    return (await Promise.all(hidden)).reduce((rest, each) => rest - each, all);
  });

const readDoubtful = (db: LibraryDatabase, limit: number): Promise<DoubtfulHighlights> =>
  db.transaction('r', HIGHLIGHT_LIST_TABLES, async () => {
    const trashed = new Set(await trashedIds(db));
    const found: HighlightRow[] = [];
    for (const doubt of ['unsure', 'detached'] as const) {
      const rest = db.highlights
        .where('[doubt+created]')
        .between([doubt, -Infinity], [doubt, Infinity])
        .reverse()
        .and((row) => !row.isNoteOnly && !trashed.has(row.bookmarkId));
      found.push(...(await rest.limit(limit + 1 - found.length).toArray()));
    }
    const shown = found.slice(0, limit);
    const bookmarks = await db.bookmarks.bulkGet(shown.map(({ bookmarkId }) => bookmarkId));
    const rows = shown.flatMap((highlight, at) => {
      const bookmark = bookmarks[at];
      return bookmark === undefined ? [] : [{ highlight, bookmark: fromRow(bookmark) }];
    });
    return { rows, hasMore: found.length > limit };
  });

const readDeleted = (db: LibraryDatabase, limit: number): Promise<DeletedHighlights> =>
  db.transaction('r', [...HIGHLIGHT_LIST_TABLES, 'deletedHighlights'], async () => {
    const trashed = new Set(await trashedIds(db));
    const found = await db.deletedHighlights
      .orderBy('deletedAt')
      .reverse()
      .filter((row) => !trashed.has(row.bookmarkId))
      .limit(limit + 1)
      .toArray();
    const shown = found.slice(0, limit);
    const [bookmarks, returned] = await Promise.all([
      db.bookmarks.bulkGet(shown.map(({ bookmarkId }) => bookmarkId)),
      // One that was edited on another device comes back by itself.
      db.highlights.bulkGet(shown.map(({ id }) => id)),
    ]);
    const rows = shown.flatMap(({ deletedAt, ...highlight }, at) => {
      const bookmark = bookmarks[at];
      if (bookmark === undefined || returned[at] !== undefined) return [];
      return [{ highlight, bookmark: fromRow(bookmark), deletedAt }];
    });
    return { rows, hasMore: found.length > limit };
  });
