import type { CollectionRow } from '../collections/collection-row';
import type { OutboxRow } from '../intents';
import { watch } from '../live';
import type { Store } from '../store';
import type { Dispose } from '../written';
import type { JournalRow } from './sync-rows';
import { readTitles, type Titles } from './titles';

/** What a server refused and waits for a person, as it is shown. */
export interface ShownAttention {
  readonly rows: readonly OutboxRow[];
  readonly titles: Titles;
  readonly collections: readonly CollectionRow[];
}

/** The journal as it is shown. */
export interface ShownJournal {
  /** Newest first. */
  readonly rows: readonly JournalRow[];
  readonly titles: Titles;
}

/** What pages show of sync, and sync itself never reads. */
export interface ShownSync {
  attention(): Promise<readonly OutboxRow[]>;
  /** The latest entries of the journal, newest first. */
  journal(limit: number): Promise<readonly JournalRow[]>;
  /** Calls back with all that was refused, now and whenever it is another. */
  watchAttention(listener: (attention: ShownAttention) => void): Dispose;
  /** Calls back with the latest entries, now and whenever there are others. */
  watchJournal(limit: number, listener: (journal: ShownJournal) => void): Dispose;
}

export function shownSync(store: Store): ShownSync {
  const { db } = store;
  const attention = () => db.outbox.where('state').equals('attention').toArray();
  const journal = (limit: number) => db.journal.orderBy('id').reverse().limit(limit).toArray();
  return {
    attention,
    journal,
    watchAttention: (listener) =>
      watch(
        store,
        async () => {
          const rows = await attention();
          const collections = await db.collections.where('state').equals('attention').toArray();
          return { rows, collections, titles: await readTitles(db, rows) };
        },
        (shown) => shown,
        listener,
      ),
    watchJournal: (limit, listener) =>
      watch(
        store,
        async () => {
          const rows = await journal(limit);
          return { rows, titles: await readTitles(db, rows) };
        },
        (shown) => shown,
        listener,
      ),
  };
}
