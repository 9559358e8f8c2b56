import { watch } from '../live';
import type { LibraryPart } from '../repository';
import type { Dispose } from '../written';
import type { JournalRow } from './sync-rows';
import { readTitles, type Titles } from './titles';

/** The journal as it is shown. */
export interface ShownJournal {
  /** Newest first. */
  readonly rows: readonly JournalRow[];
  readonly titles: Titles;
}

/** The journal for whoever shows it: a part of its own, as the background never does. */
export interface JournalWatch {
  /** Calls back with the latest entries, now and whenever there are others. */
  watch(limit: number, listener: (journal: ShownJournal) => void): Dispose;
}

export const journalWatch: LibraryPart<JournalWatch> = (store) => ({
  watch: (limit, listener) =>
    watch(
      store,
      async () => {
        const rows = await store.db.journal.orderBy('id').reverse().limit(limit).toArray();
        return { rows, titles: await readTitles(store.db, rows) };
      },
      (journal) => journal,
      listener,
    ),
});
