import type { Dispose, Library } from '../../library';
import type { LibraryAccess } from './libraries';

interface Dependencies {
  readonly openLibrary: LibraryAccess;
  /** Calls `listener` when there is work, until the returned function is called. */
  readonly watch: (library: Library, listener: () => void) => Dispose;
  /** Does all work that there is, or what is done until `signal` is aborted. */
  readonly run: (library: Library, signal: AbortSignal) => Promise<void>;
  /** Keeps the background alive until the returned function is called. */
  readonly stayAwake: () => () => void;
}

/** Work at the active library that is done while the background runs, such as the search index. */
export interface LibraryWork {
  /** Must be called at the start, and when another account becomes active. */
  begin(): Promise<void>;
  /** Ends the work at the library, which is about to be removed. */
  stop(): void;
}

export function createLibraryWork({
  openLibrary,
  watch,
  run,
  stayAwake,
}: Dependencies): LibraryWork {
  let current = new AbortController();

  const working = (library: Library, stopped: AbortSignal) => {
    const signal = AbortSignal.any([stopped, library.closed]);
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
          await run(library, signal);
        }
      } catch (error) {
        // A request that was under way when the library was closed fails.
        if (!library.closed.aborted) throw error;
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
      const work = working(library.value, signal);
      const end = watch(library.value, () => void work());
      signal.addEventListener('abort', end);
    },
  };
}
