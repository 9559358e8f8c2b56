import type { CollectionRow } from '../collections/collection-row';
import type { OutboxRow } from '../intents';
import { watch } from '../live';
import type { LibraryPart } from '../repository';
import type { Dispose } from '../written';
import { readTitles, type Titles } from './titles';

/** What a server refused and waits for a person, as it is shown. */
export interface ShownAttention {
  readonly rows: readonly OutboxRow[];
  readonly titles: Titles;
  readonly collections: readonly CollectionRow[];
}

/** What waits for a person, for whoever shows it: a part of its own, as the background never does. */
export interface AttentionWatch {
  /** Calls back with all of it, now and whenever it is another. */
  watch(listener: (attention: ShownAttention) => void): Dispose;
}

export const attentionWatch: LibraryPart<AttentionWatch> = (store) => ({
  watch: (listener) =>
    watch(
      store,
      async () => {
        const rows = await store.db.outbox.where('state').equals('attention').toArray();
        const collections = await store.db.collections.where('state').equals('attention').toArray();
        return { rows, collections, titles: await readTitles(store.db, rows) };
      },
      (attention) => attention,
      listener,
    ),
});
