import type { BookmarkId } from '../../domain/bookmark';
import { ok } from '../../domain/result';
import { commit, type Dispose, type Written } from '../database/commit';
import type { HighlightShadow } from '../database/highlight-shadow';
import { watch } from '../database/live';
import type { OutboxRow } from '../database/outbox-rows';
import type { CollectionRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import { countArticles } from '../database/shadow-rows';
import type { Store } from '../database/store';
import { INITIAL_META, type JournalRow, type SyncMeta } from '../database/sync-rows';

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

/**
 * Counts the changes of a person that were not sent. A collection or a highlight has a state only
 * while a change is waiting; a highlight also while its bookmark is not synced (`aside`).
 */
export const countUnsent = async (db: LibraryDatabase): Promise<number> =>
  (await db.outbox.count()) -
  (await db.outbox.where('isInternal').equals(1).count()) +
  (await db.collections.where('state').above('').count()) +
  (await db.highlightShadows.where('state').anyOf('waiting', 'attention').count());

const countRefused = async (db: LibraryDatabase): Promise<number> =>
  (await db.outbox.where('state').equals('attention').count()) +
  (await db.collections.where('state').equals('attention').count()) +
  (await db.highlightShadows.where('state').equals('attention').count());

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

async function refusedHighlights(db: LibraryDatabase): Promise<readonly RefusedHighlight[]> {
  const shadows = await db.highlightShadows.where('state').equals('attention').toArray();
  const rows = await db.highlights.bulkGet(shadows.map(({ id }) => id));
  return shadows.map((shadow, at) => {
    const { quote } = rows[at] ?? shadow.deleted ?? {};
    return { shadow, text: quote?.exact ?? '' };
  });
}

/** Refused changes that wait for a person, for the interface. */
export interface ShownAttention {
  readonly rows: readonly OutboxRow[];
  readonly titles: Titles;
  readonly collections: readonly CollectionRow[];
  readonly highlights: readonly RefusedHighlight[];
}

/** A highlight that the server refused. */
export interface RefusedHighlight {
  readonly shadow: HighlightShadow;
  readonly text: string;
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
  const attention = () => db.outbox.where('state').equals('attention').toArray();
  /** Returns the latest entries of the journal, newest first. */
  const journal = (limit: number) => db.journal.orderBy('id').reverse().limit(limit).toArray();
  const shownAttention = async (): Promise<ShownAttention> => {
    const rows = await attention();
    const collections = await db.collections.where('state').equals('attention').toArray();
    const highlights = await refusedHighlights(db);
    const shadows = highlights.map(({ shadow }) => shadow);
    const titles = await readTitles(db, [...rows, ...shadows]);
    return { rows, collections, highlights, titles };
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
