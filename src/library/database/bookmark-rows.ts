import { type Bookmark, type BookmarkId, isInView, VIEWS, type View } from '../../domain/bookmark';
import type { UnixMs } from '../../domain/time';
import { numberChanges, writeContents } from './contents-writes';
import type { BookmarkChange, BookmarkRow, Counts, ListKeys } from './rows';
import type { LibraryDatabase } from './schema';
import { isSearchedAlike } from './search-changes';

/** The first field of each view's index. */
export const SORT_FIELD = {
  unread: 'inUnread',
  all: 'inAll',
  favourites: 'inFavourites',
  archive: 'inArchive',
  trash: 'trashedAt',
} as const satisfies Record<View, Exclude<keyof ListKeys, 'inLabels'> | 'trashedAt'>;

type ViewKey = Exclude<keyof ListKeys, 'inLabels'>;

export type Unlisted = Bookmark &
  Pick<BookmarkRow, 'originalValues' | 'hasPageValues' | 'canonicalKey' | 'keywords' | 'isOwn'>;

/** Adds the list keys that follow from the bookmark's state. */
export function toRow(bookmark: Unlisted): BookmarkRow {
  const { inUnread, inAll, inFavourites, inArchive, inLabels, ...plain } = bookmark as BookmarkRow;
  const key = (view: View, field: ViewKey): { [K in ViewKey]?: UnixMs } =>
    isInView(plain, view) ? { [field]: plain.created } : {};
  return {
    ...plain,
    ...key('unread', 'inUnread'),
    ...key('all', 'inAll'),
    ...key('favourites', 'inFavourites'),
    ...key('archive', 'inArchive'),
    ...(plain.trashedAt === null && plain.labels.length > 0
      ? { inLabels: plain.labels.map((label) => [label, plain.created, plain.id] as const) }
      : {}),
  };
}

/** Removes the fields that only the database needs. */
export function fromRow(row: BookmarkRow): Bookmark {
  const {
    inUnread,
    inAll,
    inFavourites,
    inArchive,
    inLabels,
    number,
    originalValues,
    hasPageValues,
    canonicalKey,
    keywords,
    isOwn,
    ...rest
  } = row;
  return rest;
}

/** Returns a bookmark whose deletion, if it is one, is its last change: both have the same time. */
export const dated = <Row extends Pick<Bookmark, 'trashedAt' | 'updated'>>(
  before: Pick<Bookmark, 'trashedAt'> | null,
  row: Row,
): Row =>
  before !== null && row.trashedAt !== null && row.trashedAt !== before.trashedAt
    ? { ...row, updated: row.trashedAt }
    : row;

const NO_COUNTS: Counts = { unread: 0, all: 0, favourites: 0, archive: 0, trash: 0 };

/**
 * Writes bookmarks with the contents, the counters and the label counts that depend on them, inside a
 * transaction over `COUNTED_TABLES`. A change of a person goes through `changeBookmarks`, which queues
 * what a server needs of it.
 */
export async function writeBookmarks(
  db: LibraryDatabase,
  unnumbered: readonly BookmarkChange[],
): Promise<void> {
  const changes = await numberChanges(db, unnumbered);
  const puts = changes.flatMap(({ after }) => (after === null ? [] : [after]));
  const gone = changes.flatMap(({ before, after }) =>
    before !== null && after === null ? [before.id] : [],
  );
  // The requests run in parallel, because each one in a sequence adds a round trip that a person
  // waits for.
  await Promise.all([
    puts.length > 0 && db.bookmarks.bulkPut(puts),
    gone.length > 0 && db.bookmarks.bulkDelete(gone),
    writeContents(db, changes),
    moveCounts(db, changes),
    moveLabels(db, changes),
    markChanged(db, changes),
  ]);
}

export const COUNTED_TABLES = ['bookmarks', 'contents', 'labels', 'meta', 'searchPending'] as const;

/** Marks the bookmarks whose fields have to be indexed again. */
async function markChanged(db: LibraryDatabase, changes: readonly BookmarkChange[]): Promise<void> {
  const changed = changes.flatMap(({ before, after }) =>
    isSearchedAlike(before, after) ? [] : ((after ?? before)?.id ?? []),
  );
  if (changed.length === 0) return;
  await db.searchPending.add({ bookmarkIds: changed, part: 'fields' });
}

async function moveCounts(db: LibraryDatabase, changes: readonly BookmarkChange[]): Promise<void> {
  const moves: Record<string, number> = {};
  for (const { before, after } of changes) {
    for (const view of VIEWS) {
      const was = before !== null && isInView(before, view);
      const is = after !== null && isInView(after, view);
      if (was !== is) moves[view] = (moves[view] ?? 0) + (is ? 1 : -1);
    }
  }
  if (Object.values(moves).every((move) => move === 0)) return;
  const counts = { ...(await readCounts(db)) };
  for (const view of VIEWS) counts[view] += moves[view] ?? 0;
  await db.meta.put({ key: 'counts', counts });
}

/** Returns the number of bookmarks of each view from one stored record. */
export async function readCounts(db: LibraryDatabase): Promise<Counts> {
  return (await db.meta.get('counts'))?.counts ?? NO_COUNTS;
}

/** Returns the bookmarks in the trash; with `before`, those that were moved there before it. */
export const trashedIds = (
  db: LibraryDatabase,
  before = Number.POSITIVE_INFINITY,
): PromiseLike<readonly BookmarkId[]> =>
  db.bookmarks
    .where('[trashedAt+id]')
    .between([Number.NEGATIVE_INFINITY, ''], [before, ''])
    .primaryKeys();

async function moveLabels(db: LibraryDatabase, changes: readonly BookmarkChange[]): Promise<void> {
  const moves = new Map<string, number>();
  const move = (row: BookmarkRow | null, step: number) => {
    if (row === null || row.trashedAt !== null) return;
    for (const name of row.labels) moves.set(name, (moves.get(name) ?? 0) + step);
  };
  for (const { before, after } of changes) {
    move(before, -1);
    move(after, 1);
  }
  const names = [...moves].flatMap(([name, step]) => (step === 0 ? [] : [name]));
  if (names.length === 0) return;
  const rows = await db.labels.bulkGet(names);
  const counted = names.map((name, at) => ({
    name,
    count: (rows[at]?.count ?? 0) + (moves.get(name) ?? 0),
  }));
  await db.labels.bulkPut(counted.filter(({ count }) => count > 0));
  await db.labels.bulkDelete(counted.filter(({ count }) => count <= 0).map(({ name }) => name));
}
