import type { BookmarkId } from '../../domain/bookmark';
import type { Dispose } from '../database/commit';
import type { HighlightShadow } from '../database/highlight-shadow';
import type { NotTaken } from '../database/import-rows';
import { watch } from '../database/live';
import type {
  BookmarkEntry,
  CollectionEntry,
  HighlightEntry,
  OutboxRow,
} from '../database/outbox-rows';
import type { BookmarkRow, CollectionRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import { shadowsWith } from '../database/shadow-rows';
import { repository } from '../database/store';
import type { JournalRow, Shadow } from '../database/sync-rows';
import { highlightStates } from '../highlights/highlight-states';
import { latestJournal, readMeta, refusedRows } from './sync-status';

/** Titles of bookmarks, without those that are deleted for good. */
export type Titles = ReadonlyMap<BookmarkId, string>;

/** Reads the titles of the bookmarks of `rows`. */
async function readTitles(
  { bookmarks }: LibraryDatabase,
  rows: readonly { readonly bookmarkId: BookmarkId | null }[],
): Promise<Titles> {
  const ids = [...new Set(rows.flatMap(({ bookmarkId }) => bookmarkId ?? []))];
  const found = await bookmarks.bulkGet(ids);
  return new Map(found.flatMap((one) => (one ? [[one.id, one.title] as const] : [])));
}

/** The bookmark that an entry is about, or whose highlight it is about. */
const pageOfEntry = (entry: OutboxRow) => ({
  bookmarkId:
    entry.kind === 'collection' ? null : entry.kind === 'bookmark' ? entry.bookmarkId : entry.of,
});

/** A refused change that waits for a person, for the interface. */
export type RefusedChange =
  | { readonly entry: BookmarkEntry }
  | { readonly entry: CollectionEntry; readonly collection: CollectionRow }
  | { readonly entry: HighlightEntry; readonly shadow: HighlightShadow; readonly text: string };

export interface ShownAttention {
  readonly changes: readonly RefusedChange[];
  readonly titles: Titles;
}

async function refusedChange(
  db: LibraryDatabase,
  entry: OutboxRow,
): Promise<readonly RefusedChange[]> {
  if (entry.kind === 'bookmark') return [{ entry }];
  if (entry.kind === 'collection') {
    const collection = await db.collections.get(entry.collectionId);
    return collection === undefined ? [] : [{ entry, collection }];
  }
  const [state] = await highlightStates(db, [entry.highlightId]);
  if (state === undefined) return [];
  const { highlight, shadow } = state;
  return [{ entry, shadow, text: (highlight ?? shadow.deleted)?.quote.exact ?? '' }];
}

/** The journal for the interface. */
export interface ShownJournal {
  /** Newest first. */
  readonly rows: readonly JournalRow[];
  readonly titles: Titles;
}

/** Where the article of a bookmark is: on this device, there and on the server, or only on the server. */
export type ArticlePlace = 'here' | 'both' | 'server';

/** The lists of the journal and of refused changes. The background does not need them. */
export const syncLists = repository({
  /** Calls `listener` with all refused changes, now and after each change of them. */
  watchAttention: (store, listener: (attention: ShownAttention) => void): Dispose =>
    watch(store, () => readAttention(store.db), listener),

  /** Calls `listener` with the latest entries of the journal, now and after each change of them. */
  watchJournal: (store, limit: number, listener: (journal: ShownJournal) => void): Dispose =>
    watch(store, () => readJournal(store.db, limit), listener),

  /** Calls `listener` with where the articles of those bookmarks are that have one. */
  watchPlaces: (
    store,
    ids: readonly BookmarkId[],
    listener: (places: ReadonlyMap<BookmarkId, ArticlePlace>) => void,
  ): Dispose => watch(store, () => readPlaces(store.db, ids), listener),

  /** Calls `listener` with at most `limit` bookmarks whose server has no article, unlike this device. */
  watchOnlyHere: (store, limit: number, listener: (titles: Titles) => void): Dispose =>
    watch(store, () => readOnlyHere(store.db, limit), listener),

  /** Lists what sync could not read of the server, as the report of an import does. */
  notRead: ({ db }): Promise<readonly NotTaken[]> => readNotRead(db),
});

async function readAttention(db: LibraryDatabase): Promise<ShownAttention> {
  const rows = await refusedRows(db);
  const changes = await Promise.all(rows.map((entry) => refusedChange(db, entry)));
  return { changes: changes.flat(), titles: await readTitles(db, rows.map(pageOfEntry)) };
}

async function readJournal(db: LibraryDatabase, limit: number): Promise<ShownJournal> {
  const rows = await latestJournal(db, limit);
  return { rows, titles: await readTitles(db, rows) };
}

/** Without a server, no place is worth a word. */
async function readPlaces(
  db: LibraryDatabase,
  ids: readonly BookmarkId[],
): Promise<ReadonlyMap<BookmarkId, ArticlePlace>> {
  const [linked] = await db.shadows.limit(1).primaryKeys();
  if (linked === undefined) return new Map();
  const [rows, shadows] = await Promise.all([
    db.bookmarks.bulkGet([...ids]),
    db.shadows.bulkGet([...ids]),
  ]);
  return new Map(
    rows.flatMap((row, at) => {
      const place = row && articlePlaceOf(row, shadows[at]);
      return place ? [[row.id, place] as const] : [];
    }),
  );
}

function articlePlaceOf({ content }: BookmarkRow, shadow: Shadow | undefined): ArticlePlace | null {
  if (content.kind === 'address') return content.reason === 'on-server' ? 'server' : null;
  return shadow?.serverId && shadow.version.hasArticle ? 'both' : 'here';
}

/**
 * True for a bookmark of a server that has no article, while this device has one that it cannot take.
 */
export const isOnlyHere = (
  { content, trashedAt }: Pick<BookmarkRow, 'content' | 'trashedAt'>,
  { serverId, isLoaded, article, captured, version }: Shadow,
): boolean =>
  content.kind === 'article' &&
  trashedAt === null &&
  article === 'local' &&
  captured === undefined &&
  Boolean(serverId && isLoaded && !version.hasArticle);

async function readOnlyHere(db: LibraryDatabase, limit: number): Promise<Titles> {
  const shadows = await shadowsWith(db, 'local').reverse().toArray();
  const rows = await db.bookmarks.bulkGet(shadows.map(({ bookmarkId }) => bookmarkId));
  const found = shadows.flatMap((shadow, at) => {
    const row = rows[at];
    return row && isOnlyHere(row, shadow) ? [[row.id, row.title] as const] : [];
  });
  return new Map(found.slice(0, limit));
}

async function readNotRead(db: LibraryDatabase): Promise<readonly NotTaken[]> {
  const [journal, { collections }] = await Promise.all([db.journal.toArray(), readMeta(db)]);
  const unreadable = journal.filter(({ kind, collection }) => kind === 'unreadable' && !collection);
  // Each pull that lists it says it again.
  const byId = new Map(unreadable.map((row) => [idOf(row) ?? row.bookmarkId, row]));
  const ids = [...byId.values()].flatMap((row) => idOf(row) ?? []);
  const linked = await db.shadows.where('serverId').anyOf(ids).toArray();
  // It could be read since.
  for (const { serverId } of linked) byId.delete(serverId);
  const rows = [...byId.values()];
  const bookmarks = await db.bookmarks.bulkGet(rows.flatMap(({ bookmarkId }) => bookmarkId ?? []));
  const urls = new Map(bookmarks.map((row) => [row?.id, row?.url]));
  const hasHidden = collections?.refusal != null && collections.refusal.kind !== 'not-found';
  return [
    ...rows.map((row): NotTaken => {
      const serverId = idOf(row);
      return serverId === null
        ? {
            row: null,
            reason: 'highlights-not-read',
            text: urls.get(row.bookmarkId ?? undefined) ?? '',
          }
        : { row: null, reason: 'broken', text: serverId };
    }),
    ...(hasHidden ? [{ row: null, reason: 'collections-not-read', text: '' }] : []),
  ];
}

/** Returns the id on the server of a bookmark that could not be read; null if the entry is about highlights. */
const idOf = ({ changes }: JournalRow): string | null =>
  changes.flatMap(({ theirs }) => (typeof theirs === 'string' ? theirs : []))[0] ?? null;
