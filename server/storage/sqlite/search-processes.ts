import { join } from 'node:path';
import { MINUTE_MS } from '../../../src/domain/time';
import { ProcessPool } from '../../processes/process-pool';
import type { Search, Session } from '../database/session';
import { SearchStopped, StorageUnavailable } from '../database/unavailable';
import { SEARCHES, type SearchName, type SearchTasks } from './search-tasks';

/** The build of `search-program.ts`, next to the server's own program (scripts/server/build.mjs). */
export const SEARCH_PROGRAM = join(import.meta.dirname, 'search.js');

/** Creates the processes that search the database file at `path`. They start with the first search. */
export function createSearchProcesses(program: string, path: string, timeoutMs: number) {
  const pool = new ProcessPool<SearchTasks>(program, {
    // Slow searches of one user leave a process to the others.
    size: 2,
    reserved: 0,
    timeoutMs,
    memoryMb: 256,
    tasksPerProcess: Number.POSITIVE_INFINITY,
    idleMs: 10 * MINUTE_MS,
  });
  const doSearch: Session['search'] = async (search, input) => {
    const processes = pool.sharedBy(String(input.userId), 'interactive');
    const signal = AbortSignal.timeout(timeoutMs);
    const task = { path, name: nameOfSearch(search), input };
    const done = await processes.run('search', task, signal).catch((error) => {
      throw error === signal.reason ? new SearchStopped('took-too-long') : error;
    });
    return foundBy(done) as Awaited<ReturnType<typeof search>>;
  };
  return { search: doSearch, close: () => pool.close() };
}

const SEARCH_NAMES = new Map<unknown, SearchName>(
  // The keys are the names.
  Object.entries(SEARCHES).map(([name, search]) => [search, name as SearchName]),
);

function nameOfSearch(search: Search<never, unknown>): SearchName {
  const name = SEARCH_NAMES.get(search);
  if (name === undefined) throw new Error(`${search.name} is not one of the searches`);
  return name;
}

type Done = Awaited<ReturnType<ProcessPool<SearchTasks>['run']>>;

function foundBy(done: Done): unknown {
  if (!done.ok) {
    const { error } = done;
    if (error.kind === 'broke') throw new StorageUnavailable('gone', new Error(error.fault));
    throw new SearchStopped(error.kind);
  }
  const { value } = done;
  if (value.kind === 'unavailable') throw new StorageUnavailable(value.reason, null);
  if (value.kind !== 'found') throw new SearchStopped(value.kind);
  return value.value;
}
