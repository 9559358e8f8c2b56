import { join } from 'node:path';
import { MINUTE_MS } from '../../../src/domain';
import { ProcessPool } from '../../processes/process-pool';
import type { SearchInput, SearchKind, SearchOutput } from '../bookmarks/searches';
import type { Session } from '../database-session';
import { SearchStopped, StorageUnavailable } from '../unavailable';
import type { SearchOutcome, SearchTasks } from './search-tasks';

/** The build of `search-program.ts`, next to the server's own program (scripts/server/build.mjs). */
export const SEARCH_PROGRAM = join(import.meta.dirname, 'search.js');

/** Searches in other processes. */
export interface SearchProcesses {
  readonly search: Session['search'];
  close(): Promise<void>;
}

/** Creates the processes that search the database file at `path`. They start with the first search. */
export function createSearchProcesses(
  program: string,
  path: string,
  timeoutMs: number,
): SearchProcesses {
  const pool = new ProcessPool<SearchTasks>(program, {
    // Slow searches of one user leave a process to the others.
    size: 2,
    reserved: 0,
    timeoutMs,
    memoryMb: 256,
    tasksPerProcess: Number.POSITIVE_INFINITY,
    idleMs: 10 * MINUTE_MS,
  });
  return {
    async search<K extends SearchKind>(kind: K, input: SearchInput<K>): Promise<SearchOutput<K>> {
      const processes = pool.sharedBy(String(input.userId), 'interactive');
      const waiting = AbortSignal.timeout(timeoutMs);
      const done = await processes.run(kind, { path, input }, waiting).catch((error) => {
        throw error === waiting.reason ? new SearchStopped('took-too-long') : error;
      });
      if (!done.ok) {
        const { error } = done;
        if (error.kind === 'broke') throw new StorageUnavailable('gone', new Error(error.fault));
        throw new SearchStopped(error.kind);
      }
      const outcome: SearchOutcome<K> = done.value;
      if (outcome.kind === 'found') return outcome.value;
      if (outcome.kind === 'unavailable') throw new StorageUnavailable(outcome.reason, null);
      throw new SearchStopped(outcome.kind);
    },
    close: () => pool.close(),
  };
}
