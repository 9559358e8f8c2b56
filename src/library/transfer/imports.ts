import { type BookmarkId, ok, type UrlKey } from '../../domain';
import { commit, type Dispose, type Written } from '../database/commit';
import type { ImportBatchRow, ImportJobRow, NotTaken } from '../database/import-rows';
import { watch } from '../database/live';
import type { LibraryDatabase } from '../database/schema';
import type { Store } from '../database/store';
import { addReady, makeReady, RESTORE_TABLES, withFreeAddress } from './restore-page';
import type { RestoredBookmark } from './transfer-repository';
import { markOf, takeBackBatch, UNDO_TABLES } from './undo-import';

/** An import of a file and how far it is. */
export type ImportJob = ImportJobRow;

export type NewImport = Pick<ImportJob, 'fileName' | 'format' | 'choices' | 'startedAt' | 'total'>;

/** Rows of a file to import in one transaction. */
export interface ImportBatch {
  /** Number of rows before this batch. */
  readonly from: number;
  readonly rows: number;
  readonly bookmarks: readonly RestoredBookmark[];
  readonly notTaken: readonly NotTaken[];
}

/**
 * Imports of files. An import is a job in the library: each batch is one transaction with its outbox
 * entries and the number of rows that are done. So it can be interrupted anywhere, continued by any
 * page that has the file, and undone as a whole.
 */
export interface ImportRepository {
  /** Returns an id for a new bookmark. */
  newId(): BookmarkId;
  /** Returns those of `keys` that are addresses of bookmarks, also in the trash. */
  knownKeys(keys: readonly UrlKey[]): Promise<ReadonlySet<UrlKey>>;
  labels(): Promise<readonly string[]>;
  /** Stores a job and returns its id; null if another import is not finished. */
  start(job: NewImport): Written<number | null>;
  get(id: number): Promise<ImportJob | null>;
  /** Calls `listener` with all jobs, oldest first. */
  watch(listener: (jobs: readonly ImportJob[]) => void): Dispose;
  /**
   * Adds a batch and returns the job. Without effect if the job is not running or the batch is not
   * the next one, because another page may have added it.
   */
  add(id: number, batch: ImportBatch): Written<ImportJob | null>;
  /** Finishes a running job. What was added stays. */
  finish(id: number, end: Pick<ImportJob, 'isCancelled' | 'problem'>): Written<void>;
  /**
   * Undoes a finished job, one batch in each transaction, and goes on with an undo that was
   * interrupted. Bookmarks that a person has changed since stay. Those that were never sent are
   * deleted, the others go to the trash.
   */
  undo(id: number, signal?: AbortSignal): Written<void>;
  /** Returns the rows that were not taken. */
  notTaken(id: number): AsyncGenerator<NotTaken>;
}

/** Older jobs are forgotten when a new one starts. */
const MOST_JOBS = 20;

const JOB_TABLES = ['importJobs', 'importBatches'];

export const importRepository = (store: Store): ImportRepository => {
  const { db } = store;
  return {
    newId: store.newId,
    async knownKeys(keys) {
      const found = await db.bookmarks
        .where('urlKey')
        .anyOf([...keys])
        .uniqueKeys();
      // The index has nothing but these keys.
      return new Set(found as unknown as UrlKey[]);
    },
    labels: () => db.labels.toCollection().primaryKeys(),
    start: (job) => start(db, job),
    get: async (id) => (await db.importJobs.get(id)) ?? null,
    watch: (listener) =>
      watch(
        store,
        () => db.importJobs.toArray(),
        (jobs) => jobs,
        listener,
      ),
    add: (id, batch) => add(store, id, batch),
    finish: (id, end) =>
      commit(db, JOB_TABLES, async () => {
        const job = await db.importJobs.get(id);
        if (job?.state === 'running')
          await db.importJobs.put({ ...job, ...end, state: 'finished' });
        return ok(undefined);
      }),
    undo: (id, signal) => undo(store, id, signal),
    notTaken: (id) => notTaken(db, id),
  };
};

async function start(db: LibraryDatabase, job: NewImport): Written<number | null> {
  return commit(db, JOB_TABLES, async () => {
    const jobs = await db.importJobs.toArray();
    if (jobs.some(({ state }) => state === 'running' || state === 'undoing')) return ok(null);
    for (const { id } of jobs.slice(0, Math.max(0, jobs.length + 1 - MOST_JOBS))) {
      await db.importJobs.delete(id);
      await batchesOf(db, id).delete();
    }
    const id = await db.importJobs.add({
      ...job,
      ...{ state: 'running', isCancelled: false, problem: null },
      ...{ done: 0, added: 0, notTaken: 0, batches: 0, kept: 0 },
    });
    return ok(id);
  });
}

const batchesOf = (db: LibraryDatabase, job: number) =>
  db.importBatches.where('[job+number]').between([job, 0], [job, Infinity]);

async function add(store: Store, id: number, batch: ImportBatch): Written<ImportJob | null> {
  const { db } = store;
  const ready = await makeReady({ bookmarks: batch.bookmarks, images: [] });
  return commit(db, [...RESTORE_TABLES, ...JOB_TABLES], async () => {
    const job = await db.importJobs.get(id);
    if (job === undefined) return ok(null);
    if (job.state !== 'running' || job.done !== batch.from) return ok(job);
    const { skipsDuplicates } = job.choices;
    const bookmarks = skipsDuplicates
      ? await withFreeAddress(db, ready.bookmarks)
      : ready.bookmarks;
    const { added } = await addReady(store, { ...ready, bookmarks });
    const taken = new Set(added.map(({ bookmark }) => bookmark.urlKey));
    const here = batch.bookmarks.filter(({ bookmark }) => !taken.has(bookmark.urlKey));
    const row: ImportBatchRow = {
      ...{ job: id, number: job.batches },
      added: added.map(({ bookmark, highlights }) => ({
        id: bookmark.id,
        updated: bookmark.updated,
        mark: markOf(bookmark, highlights),
      })),
      notTaken: [
        ...batch.notTaken,
        ...here.map((one) => ({ row: null, reason: 'here-already', text: one.bookmark.url })),
      ],
    };
    const after: ImportJob = {
      ...job,
      done: job.done + batch.rows,
      added: job.added + added.length,
      notTaken: job.notTaken + row.notTaken.length,
      batches: job.batches + 1,
    };
    await db.importBatches.add(row);
    await db.importJobs.put(after);
    return ok(after);
  });
}

async function undo(store: Store, id: number, signal?: AbortSignal): Written<void> {
  const { db } = store;
  while (!signal?.aborted) {
    const stepped = await commit(db, [...UNDO_TABLES, ...JOB_TABLES], async () => {
      const job = await db.importJobs.get(id);
      if (job === undefined || job.state === 'running' || job.state === 'undone') return ok(true);
      const number = job.batches - 1;
      const batch = await db.importBatches.get([id, number]);
      const { removed, kept } = batch
        ? await takeBackBatch(store, batch.added)
        : { removed: 0, kept: 0 };
      const isLast = number <= 0;
      await db.importJobs.put({
        ...job,
        state: isLast ? 'undone' : 'undoing',
        added: job.added - removed - kept,
        kept: job.kept + kept,
        batches: Math.max(0, number),
      });
      return ok(isLast);
    });
    if (!stepped.ok) return stepped;
    if (stepped.value) break;
  }
  return ok(undefined);
}

async function* notTaken(db: LibraryDatabase, id: number): AsyncGenerator<NotTaken> {
  for (let number = 0; ; number += 1) {
    const batch = await db.importBatches.get([id, number]);
    if (batch === undefined) return;
    yield* batch.notTaken;
  }
}
