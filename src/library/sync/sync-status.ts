import { ok } from '../../domain/result';
import { commit, type Dispose, type Written } from '../database/commit';
import { watch } from '../database/live';
import type { LibraryDatabase } from '../database/schema';
import { countArticles } from '../database/shadow-rows';
import type { Store } from '../database/store';
import { INITIAL_META, type SyncMeta } from '../database/sync-rows';

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
    refused(db).count(),
    countArticles(db),
  ]);
  const { pending: articlesPending, here: articlesHere } = articles;
  return { ...meta, waiting, lastQueued, attention, articlesPending, articlesHere };
}

/** Counts the changes of a person that were not sent. */
export const countUnsent = async ({ outbox }: LibraryDatabase): Promise<number> =>
  (await outbox.count()) - (await outbox.where('isInternal').equals(1).count());

const refused = ({ outbox }: LibraryDatabase) => outbox.where('state').equals('attention');

export const refusedRows = (db: LibraryDatabase) => refused(db).toArray();

/** Returns the latest entries of the journal about sync, newest first. */
export const latestJournal = (db: LibraryDatabase, limit: number) =>
  db.journal.orderBy('id').reverse().limit(limit).toArray();

/** Calls `listener` with the state of sync, now and after each change. */
export const watchStatus = (store: Store, listener: (status: SyncStatus) => void): Dispose =>
  watch(store, () => readStatus(store.db), listener);
