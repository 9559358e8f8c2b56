import type { BookmarkId } from '../../domain/bookmark';
import { ok } from '../../domain/result';
import { commit, type Dispose, type Written } from '../database/commit';
import type { HighlightShadow } from '../database/highlight-shadow';
import { watch } from '../database/live';
import type {
  BookmarkEntry,
  CollectionEntry,
  HighlightEntry,
  OutboxRow,
} from '../database/outbox-rows';
import type { CollectionRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import { countArticles } from '../database/shadow-rows';
import type { Store } from '../database/store';
import { INITIAL_META, type JournalRow, type SyncMeta } from '../database/sync-rows';
import { highlightStates } from '../highlights/highlight-states';

/** The state that a status line shows. */
export interface SyncStatus extends SyncMeta {
  /**
   * Number of changes of a person that were not sent, without those that sync queued for itself.
   */
  readonly waiting: number;
  /** Number of the latest outbox entry; each new one has a higher number. 0: none. */
  readonly lastQueued: number;
  /** Number of changes that the server refused and that a person has to decide about. */
  readonly attention: number;
  readonly articlesPending: number;
  /** Number of articles of bookmarks that the server has too. */
  readonly articlesHere: number;
}

export async function readMeta(db: LibraryDatabase): Promise<SyncMeta> {
  const row = await db.meta.get('sync');
  return row?.key === 'sync' ? { ...INITIAL_META, ...row.sync } : INITIAL_META;
}

export const changeMeta = ({ db }: Store, change: Partial<SyncMeta>): Written<void> =>
  commit(db, ['meta'], async () => {
    await db.meta.put({ key: 'sync', sync: { ...(await readMeta(db)), ...change } });
    return ok(undefined);
  });

/** Reads small records and counts of waiting changes. The cost does not grow with the library. */
async function readStatus(db: LibraryDatabase): Promise<SyncStatus> {
  const [meta, waiting, [lastQueued = 0], attention, articles] = await Promise.all([
    readMeta(db),
    countUnsent(db),
    db.outbox.orderBy('seq').reverse().limit(1).primaryKeys(),
    countRefused(db),
    countArticles(db),
  ]);
  const { pending: articlesPending, here: articlesHere } = articles;
  return { ...meta, waiting, lastQueued, attention, articlesPending, articlesHere };
}

/** Counts the changes of a person that were not sent. */
export const countUnsent = async ({ outbox }: LibraryDatabase): Promise<number> =>
  (await outbox.count()) - (await outbox.where('isInternal').equals(1).count());

const countRefused = ({ outbox }: LibraryDatabase): Promise<number> =>
  outbox.where('state').equals('attention').count();

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
const pageOf = (entry: OutboxRow) => ({
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

export type ShownSync = ReturnType<typeof shownSync>;

/** Sync data that only the interface reads. */
export function shownSync(store: Store) {
  const { db } = store;
  const refused = () => db.outbox.where('state').equals('attention').toArray();
  const attention = async () => (await refused()).filter((row) => row.kind === 'bookmark');
  /** Returns the latest entries of the journal, newest first. */
  const journal = (limit: number) => db.journal.orderBy('id').reverse().limit(limit).toArray();
  const shownAttention = async (): Promise<ShownAttention> => {
    const rows = await refused();
    const changes = await Promise.all(rows.map((entry) => refusedChange(db, entry)));
    return { changes: changes.flat(), titles: await readTitles(db, rows.map(pageOf)) };
  };
  const shownJournal = async (limit: number): Promise<ShownJournal> => {
    const rows = await journal(limit);
    return { rows, titles: await readTitles(db, rows) };
  };
  const watchAll = <T>(read: () => Promise<T>, listener: (value: T) => void): Dispose =>
    watch(store, read, listener);
  return {
    attention,
    journal,
    watchStatus: (listener: (status: SyncStatus) => void) =>
      watchAll(() => readStatus(db), listener),
    /** Calls `listener` with all refused changes, now and after each change of them. */
    watchAttention: (listener: (attention: ShownAttention) => void) =>
      watchAll(shownAttention, listener),
    /** Calls `listener` with the latest entries, now and after each change of them. */
    watchJournal: (limit: number, listener: (journal: ShownJournal) => void) =>
      watchAll(() => shownJournal(limit), listener),
  };
}
