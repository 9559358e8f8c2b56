// Searches in other processes. SQLite runs a query to its end, and ending the process is the only way to
// stop it.
import type { Result } from '../../../src/domain/result';
import type { Processes } from '../../processes/process-pool';
import type { TaskError, TaskKind } from '../../processes/tasks';
import { complete } from '../bookmarks/complete';
import { countMatches, findKeys, findPage } from '../bookmarks/find-keys';
import { changedSince, findInOrder } from '../bookmarks/sync-bookmarks';
import type { ReadSession, Search, Session } from '../database/session';
import { SearchStopped, StorageUnavailable, type UnavailableReason } from '../database/unavailable';
import { listLabels } from '../labels/labels';
import { openConnection } from './connection';
import { sqliteEngine } from './engine';

/** The searches that another process does. */
const SEARCHES = {
  changedSince,
  complete,
  countMatches,
  findInOrder,
  findKeys,
  findPage,
  listLabels,
};
type SearchName = keyof typeof SEARCHES;

interface SearchTask {
  /** The database file, the same in each task of a process. */
  readonly path: string;
  readonly name: SearchName;
  readonly input: unknown;
}

type Found =
  | { readonly kind: 'found'; readonly value: unknown }
  | { readonly kind: 'unavailable'; readonly reason: UnavailableReason }
  | { readonly kind: 'took-too-much-memory' };

/** The tasks of processes that search. */
export interface SearchTasks {
  readonly search: TaskKind<SearchTask, Found>;
}

/** Searches the database file at `path` in `processes`, in at most `timeoutMs` with the wait for a turn. */
export function searchIn(
  processes: Processes<SearchTasks>,
  path: string,
  timeoutMs: number,
): Session['search'] {
  return async (search, input) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const task = { path, name: nameOfSearch(search), input };
    const ofUser = processes.sharedBy(String(input.userId), 'interactive');
    const done = await ofUser.run('search', task, signal).catch((error) => {
      throw error === signal.reason ? new SearchStopped('took-too-long') : error;
    });
    return foundBy(done) as Awaited<ReturnType<typeof search>>;
  };
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

function foundBy(done: Result<Found, TaskError>): unknown {
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

/** The memory of SQLite. */
const MAX_SQLITE_HEAP_BYTES = 256 * 1024 * 1024;
/** The code of SQLite for a query that would need more (https://www.sqlite.org/rescode.html). */
const NO_MEMORY = 7;

let session: ReadSession | undefined;

/** Does a search. A process calls it. */
export async function doSearch({ path, name, input }: SearchTask): Promise<Found> {
  session ??= openToSearch(path);
  // `Session.search` has checked the input.
  const search = SEARCHES[name] as Search<unknown, unknown>;
  try {
    return { kind: 'found', value: await search(session, input) };
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error;
    const { cause, reason } = error;
    const isOutOfMemory =
      cause instanceof Error && 'errcode' in cause && cause.errcode === NO_MEMORY;
    return isOutOfMemory ? { kind: 'took-too-much-memory' } : { kind: 'unavailable', reason };
  }
}

function openToSearch(path: string): ReadSession {
  const { file, db } = openConnection(path, 'read');
  file.exec(`pragma hard_heap_limit = ${MAX_SQLITE_HEAP_BYTES}`);
  return { db, engine: sqliteEngine };
}
