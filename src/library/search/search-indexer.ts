import { err, ok } from '../../domain/result';
import { type Dispose, toLibraryError, type Written } from '../database/commit';
import { watch } from '../database/live';
import type { Store } from '../database/store';
import { indexStep } from './build-index';
import { readState } from './store-segments';

/** Writes the search index of one library. Not for a page, whose thread it would block. */
export interface SearchIndexer {
  /**
   * Does the next step of indexing: one segment, or some tens of milliseconds of a merge. Returns
   * `idle` if there is nothing to do. A step can be interrupted at any time.
   */
  step(): Written<'more' | 'idle'>;
  /** Does all steps, or those until `signal` is aborted. */
  run(signal: AbortSignal): Written<void>;
  /** Calls `listener` while changes wait to be indexed. */
  watchWork(listener: () => void): Dispose;
}

export function searchIndexer(store: Store): SearchIndexer {
  const { db } = store;
  const step = async (): Written<'more' | 'idle'> => {
    try {
      return ok(await indexStep(db));
    } catch (error) {
      const failure = toLibraryError([error]);
      if (failure === null) throw error;
      return err(failure);
    }
  };
  return {
    step,
    async run(signal) {
      while (!signal.aborted) {
        const done = await step();
        if (!done.ok) return done;
        if (done.value === 'idle') break;
        // Messages are answered between two steps.
        await new Promise((resolve) => setTimeout(resolve));
      }
      return ok(undefined);
    },
    watchWork: (listener) =>
      watch(
        store,
        () => hasWork(store),
        (has) => has,
        (has) => {
          if (has) listener();
        },
      ),
  };
}

async function hasWork({ db }: Store): Promise<boolean> {
  const state = await readState(db);
  if (state === null || state.builtTo !== null || state.isRepairing) return true;
  return (await db.searchPending.limit(1).count()) + (await db.searchMerges.count()) > 0;
}
