import {
  type BookmarkId,
  HOUR_MS,
  labelKey,
  normalLabel,
  ok,
  type UnixMs,
  unixMs,
} from '../../domain';
import type { BulkAction, BulkChunkRow, BulkJobRow, LabelRename } from '../database/bulk-rows';
import { commit, type Written } from '../database/commit';
import { watch } from '../database/live';
import type { LibraryDatabase } from '../database/schema';
import type { Store } from '../database/store';
import type { BulkRepository } from './bulk-repository';
import { changeChunk, tablesOf, undoChunk } from './chunk';

/** Number of bookmarks in one transaction. A page stays responsive between two of them. */
const CHUNK_BOOKMARKS = 100;
/** Number of chunks that are stored at once. */
const CHUNK_ROWS = 50;
/** Finished jobs are removed after this time. It is longer than an undo is offered. */
const RETENTION_MS = HOUR_MS;

const JOB_TABLES = ['bulkJobs', 'bulkChunks'];

export const bulkRepository = (store: Store): BulkRepository =>
  bulkInChunks(store, CHUNK_BOOKMARKS);

/** Like `bulkRepository`, with `size` bookmarks in each chunk of a new job. */
export const bulkInChunks = (store: Store, size: number): BulkRepository => ({
  start: (action, ids) => startJob(store, action, ids, size),
  relabel: async (renames) => {
    const action = await planRelabel(store.db, renames);
    return startJob(store, action, await labelledIds(store.db, action.renames), size);
  },
  run: (signal) => runJobs(store, signal),
  cancel: (id) =>
    changeJob(store, id, 'running', (job) =>
      job.doneChunks === 0 ? null : { ...job, state: 'finished', finishedAt: store.now() },
    ),
  undo: (id) =>
    changeJob(store, id, 'finished', (job) =>
      job.action.kind === 'purge' ? job : { ...job, state: 'undoing' },
    ),
  watchJobs: (listener) =>
    watch(
      store,
      () => store.db.bulkJobs.toArray(),
      (jobs) => jobs,
      listener,
    ),
});

async function startJob(
  { db, now }: Store,
  action: BulkAction,
  ids: readonly BookmarkId[],
  size: number,
): Written<number | null> {
  if (ids.length === 0) return ok(null);
  return commit(db, JOB_TABLES, async () => {
    await dropJobsBefore(db, unixMs(now() - RETENTION_MS));
    const chunks = Math.ceil(ids.length / size);
    const job = await db.bulkJobs.add({
      ...{ action, state: 'running', total: ids.length, done: 0, changed: 0 },
      ...{ chunks, doneChunks: 0, finishedAt: null },
    });
    for (let first = 0; first < chunks; first += CHUNK_ROWS) {
      const count = Math.min(CHUNK_ROWS, chunks - first);
      await db.bulkChunks.bulkAdd(
        Array.from({ length: count }, (_, at): BulkChunkRow => {
          const start = (first + at) * size;
          const some = ids.slice(start, start + size);
          return { job, number: first + at, ids: some, undo: [] };
        }),
      );
    }
    return ok(job);
  });
}

async function dropJobsBefore(db: LibraryDatabase, instant: UnixMs): Promise<void> {
  const jobs = await db.bulkJobs.toArray();
  for (const { id, finishedAt, state } of jobs) {
    if (state === 'finished' && finishedAt !== null && finishedAt < instant) await dropJob(db, id);
  }
}

async function dropJob(db: LibraryDatabase, id: number): Promise<void> {
  await db.bulkJobs.delete(id);
  await db.bulkChunks.where('[job+number]').between([id, 0], [id, Infinity]).delete();
}

type Relabel = Extract<BulkAction, { kind: 'relabel' }>;

/** Gives new names the spelling of existing labels, and drops renames that change nothing. */
async function planRelabel(db: LibraryDatabase, renames: readonly LabelRename[]): Promise<Relabel> {
  const replaced = new Set(renames.map(({ from }) => from));
  const names = new Set<string>();
  const spellings = new Map<string, string>();
  for (const name of await db.labels.toCollection().primaryKeys()) {
    names.add(name);
    if (!replaced.has(name)) spellings.set(labelKey(name), name);
  }
  const planned = renames.flatMap(({ from, to }): LabelRename[] => {
    if (to === null) return [{ from, to }];
    const name = normalLabel(to);
    if (name === null) return [];
    const spelling = names.has(name) ? name : (spellings.get(labelKey(name)) ?? name);
    return spelling === from ? [] : [{ from, to: spelling }];
  });
  return { kind: 'relabel', renames: planned };
}

/** Returns the bookmarks outside the trash that have one of the labels. */
async function labelledIds(
  db: LibraryDatabase,
  renames: readonly LabelRename[],
): Promise<readonly BookmarkId[]> {
  const ids = new Set<BookmarkId>();
  for (const { from } of renames) {
    const found = await db.bookmarks
      .where('inLabels')
      .between([from, -Infinity], [from, Infinity, []], true, true)
      .primaryKeys();
    for (const id of found) ids.add(id);
  }
  return [...ids];
}

/** Changes a job that is in this state, or deletes it. Others are skipped. */
async function changeJob(
  { db }: Store,
  id: number,
  state: BulkJobRow['state'],
  change: (job: BulkJobRow) => BulkJobRow | null,
): Written<void> {
  return commit(db, JOB_TABLES, async () => {
    const job = await db.bulkJobs.get(id);
    if (job?.state !== state) return ok(undefined);
    const changed = change(job);
    if (changed === null) await dropJob(db, id);
    else await db.bulkJobs.put(changed);
    return ok(undefined);
  });
}

async function runJobs(store: Store, signal?: AbortSignal): Written<void> {
  while (!signal?.aborted) {
    const jobs = await store.db.bulkJobs.toArray();
    const next = jobs.find(({ state }) => state !== 'finished');
    if (next === undefined) break;
    const stepped = await commit(store.db, [...tablesOf(next.action), ...JOB_TABLES], async () => {
      // It may have been cancelled, or another page may have done the chunk.
      const job = await store.db.bulkJobs.get(next.id);
      if (job?.state === 'running') await runChunk(store, job);
      if (job?.state === 'undoing') await takeBackChunk(store, job);
      return ok(undefined);
    });
    if (!stepped.ok) return stepped;
  }
  return ok(undefined);
}

async function runChunk(store: Store, job: BulkJobRow): Promise<void> {
  const { db, now } = store;
  const number = job.doneChunks;
  const chunk = await db.bulkChunks.get([job.id, number]);
  const changes = await changeChunk(store, job.action, chunk?.ids ?? []);
  if (chunk !== undefined) await db.bulkChunks.put({ ...chunk, undo: changes.undo });
  const isLast = number + 1 >= job.chunks;
  await db.bulkJobs.put({
    ...job,
    done: job.done + (chunk?.ids.length ?? 0),
    changed: job.changed + changes.changed,
    doneChunks: number + 1,
    ...(isLast ? { state: 'finished', finishedAt: now() } : {}),
  });
}

async function takeBackChunk(store: Store, job: BulkJobRow): Promise<void> {
  const { db } = store;
  const number = job.doneChunks - 1;
  const chunk = await db.bulkChunks.get([job.id, number]);
  if (chunk !== undefined) await undoChunk(store, job.action, chunk.undo);
  if (number <= 0) await dropJob(db, job.id);
  else
    await db.bulkJobs.put({
      ...job,
      done: job.done - (chunk?.ids.length ?? 0),
      doneChunks: number,
    });
}
