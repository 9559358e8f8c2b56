import { type Dispose, importRepository, type Library } from '../library';
import type { LibraryAccess } from './library/libraries';
import { parseSettings, updateSettings } from './settings/settings';

/** Stores the settings of a bundle that is restored into an empty library. */
export async function storeSettings(
  library: Pick<Library, 'part'>,
  local: Parameters<typeof updateSettings>[0],
): Promise<void> {
  const imports = library.part(importRepository);
  const job = await imports.withSettings();
  if (job === null) return;
  await updateSettings(local, parseSettings(job.bundle?.settings));
  await imports.settingsStored(job.id);
}

/** Calls `listener` when there is work, until the returned function is called. */
export type Watch = (library: Library, listener: () => void) => Dispose;

/** Does all work that there is, or what is done until `signal` is aborted. */
export type Run = (library: Library, signal: AbortSignal) => Promise<void>;

interface Dependencies {
  readonly openLibrary: LibraryAccess;
  readonly watch: Watch;
  readonly run: Run;
  /** Keeps the background alive until the work ends. */
  readonly whileAwake: (work: () => Promise<void>) => Promise<void>;
}

/** Work at the active library that is done while the background runs, such as the search index. */
export function createLibraryWork({ openLibrary, watch, run, whileAwake }: Dependencies) {
  let current = new AbortController();

  const working = (library: Library, stopped: AbortSignal) => {
    const signal = AbortSignal.any([stopped, library.closed]);
    let isRunning = false;
    let hasMore = false;
    return async () => {
      hasMore = true;
      if (isRunning) return;
      isRunning = true;
      try {
        await whileAwake(async () => {
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

  const stop = () => {
    current.abort();
    current = new AbortController();
    return current.signal;
  };

  return {
    /** Ends the work at the library, which is about to be removed. */
    stop: (): void => void stop(),
    /** Must be called at the start, and when another account becomes active. */
    async begin(): Promise<void> {
      const signal = stop();
      const library = await openLibrary();
      if (signal.aborted || !library.ok) return;
      const work = working(library.value, signal);
      const end = watch(library.value, () => void work());
      signal.addEventListener('abort', end);
    },
  };
}
