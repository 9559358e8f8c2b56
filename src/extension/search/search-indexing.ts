import type { Dispose } from '../../library';
import { type Library, searchIndexer } from '../../library';
import type { LibraryAccess } from '../library/libraries';

/** Does all steps of indexing, or those until `signal` is aborted. */
export type IndexLibrary = (library: Library, signal: AbortSignal) => Promise<void>;

interface Dependencies {
  readonly openLibrary: LibraryAccess;
  readonly indexLibrary: IndexLibrary;
  /** Keeps the background alive until the returned function is called. */
  readonly stayAwake: () => () => void;
}

/** Keeps the search index of the active library up to date while the background runs. */
export interface SearchIndexing {
  /** Must be called at the start, and when another account becomes active. */
  begin(): Promise<void>;
  /** Ends the work at the library, which is about to be removed. */
  stop(): void;
}

export function createSearchIndexing({
  openLibrary,
  indexLibrary,
  stayAwake,
}: Dependencies): SearchIndexing {
  let current = new AbortController();

  const indexing = (library: Library, signal: AbortSignal) => {
    let isRunning = false;
    let hasMore = false;
    return async () => {
      hasMore = true;
      if (isRunning) return;
      isRunning = true;
      const sleep = stayAwake();
      try {
        while (hasMore && !signal.aborted) {
          hasMore = false;
          // After a failure the next change or the next start tries again.
          await indexLibrary(library, signal);
        }
      } finally {
        isRunning = false;
        sleep();
      }
    };
  };

  const stop = () => {
    current.abort();
    current = new AbortController();
    return current.signal;
  };

  return {
    stop: () => void stop(),
    async begin() {
      const signal = stop();
      const library = await openLibrary();
      if (signal.aborted || !library.ok) return;
      const run = indexing(library.value, signal);
      const end: Dispose = library.value.part(searchIndexer).watchWork(() => void run());
      signal.addEventListener('abort', end);
    },
  };
}
