import { ok } from '../../domain/result';
import { attempt, type Dispose, type Written } from '../database/commit';
import { watch } from '../database/live';
import { repository, type Store } from '../database/store';
import { indexStep } from './build-index';
import { readState } from './store-segments';

export type SearchIndexer = ReturnType<typeof searchIndexer>;

/** Writes the search index of one library. Not for a page, whose thread it would block. */
export const searchIndexer = repository({
  step,

  /** Does all steps, or those until `signal` is aborted. */
  async run(store, signal: AbortSignal): Written<void> {
    while (!signal.aborted) {
      const done = await step(store);
      if (!done.ok) return done;
      if (done.value === 'idle') break;
      // Messages are answered between two steps.
      await new Promise((resolve) => setTimeout(resolve));
    }
    return ok(undefined);
  },

  /** Calls `listener` while changes wait to be indexed. */
  watchWork: (store, listener: () => void): Dispose =>
    watch(
      store,
      () => hasWork(store),
      (has) => {
        if (has) listener();
      },
    ),
});

/**
 * Does the next step of indexing: one segment, or some tens of milliseconds of a merge. Returns `idle`
 * if there is nothing to do. A step can be interrupted at any time.
 */
async function step({ db }: Store): Written<'more' | 'idle'> {
  return attempt(() => indexStep(db));
}

async function hasWork({ db }: Store): Promise<boolean> {
  const state = await readState(db);
  if (state === null || state.builtTo !== null || state.isRepairing) return true;
  return (await db.searchPending.limit(1).count()) + (await db.searchMerges.count()) > 0;
}
