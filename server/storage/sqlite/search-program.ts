// The program that searches a database, one search at a time, in a child process. SQLite runs a query to
// its end, and ending the process is the only way to stop it.
import process from 'node:process';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { beginProgram } from '../../processes/begin-program';
import type { Reply, TaskRequest } from '../../processes/tasks';
import type { ReadSession, Search } from '../database/session';
import { StorageUnavailable } from '../database/unavailable';
import { openConnection } from './connection';
import { sqliteEngine } from './engine';
import { SEARCHES, type SearchTasks } from './search-tasks';

/** The memory of SQLite. */
const MAX_SQLITE_HEAP_BYTES = 256 * 1024 * 1024;
/** The code of SQLite for a query that would need more (https://www.sqlite.org/rescode.html). */
const NO_MEMORY = 7;
const WATCH_EVERY_MS = 1000;

/** When the search has to be over, in Unix ms; 0 while there is none. */
const deadline = new BigInt64Array(isMainThread ? new SharedArrayBuffer(8) : workerData);

if (isMainThread) await answerSearches();
else endLateSearches();

async function answerSearches(): Promise<void> {
  await beginProgram({ hasLowPriority: false });
  new Worker(new URL(import.meta.url), { workerData: deadline.buffer }).unref();
  let session: ReadSession | undefined;
  process.on('message', async ({ task, timeoutMs }: TaskRequest<SearchTasks>) => {
    Atomics.store(deadline, 0, BigInt(Date.now() + timeoutMs));
    session ??= openToSearch(task.input.path);
    const reply = await answer(session, task.input);
    Atomics.store(deadline, 0, 0n);
    process.send?.(reply);
  });
}

/** Ends a search that the server cannot end, because the server was killed. */
function endLateSearches(): void {
  setInterval(() => {
    const at = Atomics.load(deadline, 0);
    if (at !== 0n && Date.now() > at) process.kill(process.pid, 'SIGKILL');
  }, WATCH_EVERY_MS);
}

function openToSearch(path: string): ReadSession {
  const { file, db } = openConnection(path, 'read');
  file.exec(`pragma hard_heap_limit = ${MAX_SQLITE_HEAP_BYTES}`);
  return { db, engine: sqliteEngine };
}

async function answer(
  session: ReadSession,
  { name, input }: SearchTasks['search']['input'],
): Promise<Reply<SearchTasks>> {
  // `Session.search` has checked the input.
  const search = SEARCHES[name] as Search<unknown, unknown>;
  try {
    return { ok: true, value: { kind: 'found', value: await search(session, input) } };
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) return { ok: false, fault: String(error) };
    const { cause, reason } = error;
    const isOutOfMemory =
      cause instanceof Error && 'errcode' in cause && cause.errcode === NO_MEMORY;
    return {
      ok: true,
      value: isOutOfMemory ? { kind: 'took-too-much-memory' } : { kind: 'unavailable', reason },
    };
  }
}
