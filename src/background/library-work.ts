import type { Dispose, Library } from '../library';
import type { LibraryAccess } from './library/libraries';
import type { StayAwake } from './ports';

/** Calls `listener` when there is work, until the returned function is called. */
export type Watch = (library: Library, listener: () => void) => Dispose;

/** Does all work that there is, or what is done until `signal` is aborted. */
export type Run = (library: Library, signal: AbortSignal) => Promise<void>;

interface Dependencies {
  readonly openLibrary: LibraryAccess;
  readonly watch: Watch;
  readonly run: Run;
  readonly stayAwake: StayAwake;
}

/** Work at the active library that is done while the background runs, such as the search index. */
export function createLibraryWork({ openLibrary, watch, run, stayAwake }: Dependencies) {
  let current = new AbortController();

  const working = (library: Library, signal: AbortSignal) => {
    let isRunning = false;
    let hasMore = false;
    return async () => {
      hasMore = true;
      if (isRunning) return;
      isRunning = true;
      try {
        await stayAwake(async () => {
          while (hasMore && !signal.aborted) {
            hasMore = false;
            // After a failure the next change or the next start tries again.
            await run(library, signal);
          }
        });
      } catch (error) {
        // A request that was under way when the library was closed fails.
        if (!library.closed.aborted) throw error;
      } finally {
        isRunning = false;
      }
    };
  };

  return {
    /** Must be called at the start, and when another account becomes active. */
    async begin(): Promise<void> {
      current.abort();
      current = new AbortController();
      const { signal } = current;
      const library = await openLibrary();
      if (signal.aborted || !library.ok) return;
      const ended = AbortSignal.any([signal, library.value.closed]);
      const work = working(library.value, ended);
      const end = watch(library.value, () => void work());
      ended.addEventListener('abort', end);
    },
  };
}
