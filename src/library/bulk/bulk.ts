import type { BookmarkId } from '../../domain/bookmark';
import { labelKey, normalLabel } from '../../domain/label';
import { ok } from '../../domain/result';
import { unixMs } from '../../domain/time';
import type { BulkAction, BulkPartRow, ChosenAction, LabelRename } from '../database/bulk-rows';
import { type ChangeLog, LOG_TABLES, trimLog, writeLog } from '../database/change-log';
import { deletionTime } from '../database/clock';
import { attempt, commit, type Dispose, type Written, write } from '../database/commit';
import type { BulkJob } from '../database/job-rows';
import { watch } from '../database/live';
import type { LibraryDatabase } from '../database/schema';
import { repository, type Store } from '../database/store';
import { dropJob, JOB_TABLES, readJob, readJobs, readPart, runParts } from '../jobs/jobs';
import { copyColors } from '../labels/labels';
import { changePart, tablesOf } from './change-part';

/** Number of bookmarks in one transaction. A page stays responsive between two of them. */
const PART_BOOKMARKS = 100;
/** Number of parts that are stored at once. */
const PARTS_AT_ONCE = 50;

const BULK_JOB_TABLES = [...JOB_TABLES, ...LOG_TABLES];

/**
 * Actions on any number of bookmarks. An action is a job in the library: it is stored as a whole
 * before it begins, and changes its bookmarks in parts, each of which is one transaction with its
 * outbox entries. So it can be interrupted anywhere, continued by any page, and undone as one act.
 * New jobs have `size` bookmarks in each part.
 */
export const bulkInParts = (size: number) =>
  repository({
    /** Stores a job and returns its id, or null if there is nothing to do. `run` carries it out. */
    start: (store, action: ChosenAction, ids: readonly BookmarkId[]): Written<number | null> =>
      startJob(store, action, new Map(ids.map((id) => [id, []])), size),

    /**
     * Stores a job that renames, joins or removes labels, given in their exact spelling, on all
     * bookmarks outside the trash. A label that exists in any case keeps its spelling. Blank names
     * and renames onto the same name are left out; of several renames of a label, the first counts. A
     * new name without a colour gets that of the old name.
     */
    async relabel(store, renames: readonly LabelRename[]): Written<number | null> {
      const planned = await attempt(async () => {
        const plan = await planRelabel(store.db, renames);
        return { plan, renamesOf: await labelledBookmarks(store.db, plan) };
      });
      if (!planned.ok) return planned;
      const { plan, renamesOf } = planned.value;
      const [first] = plan;
      if (first === undefined) return ok(null);
      const isRemoval = plan.every(({ to }) => to === null);
      return startJob(store, { kind: 'relabel', isRemoval, first }, renamesOf, size);
    },

    /** Carries out all jobs that are not finished. */
    run: (store, signal?: AbortSignal): Written<void> =>
      runParts(
        store.db,
        'bulk',
        {
          tablesOf: ({ action }) => tablesOf(action),
          step: (job, log) => doNextPart(store, job, log),
        },
        signal,
      ),

    /**
     * Finishes a job early. What is changed stays so and can be undone. A job that has changed nothing
     * yet is removed.
     */
    cancel: (store, id: number): Written<void> =>
      write(store.db, BULK_JOB_TABLES, async () => {
        const { db } = store;
        const job = await readJob(db, 'bulk', id);
        if (job?.state !== 'running') return;
        await dropJob(db, id);
        const finishedAt = await deletionTime(store);
        if (job.doneParts > 0) await db.jobs.put({ ...job, state: 'finished', finishedAt });
      }),

    /** Calls `listener` with all stored jobs, oldest first. */
    watchJobs: (store, listener: (jobs: readonly BulkJob[]) => void): Dispose =>
      watch(store, () => readJobs(store.db, 'bulk'), listener),
  });

export type BulkRepository = ReturnType<typeof bulkRepository>;

export const bulkRepository = bulkInParts(PART_BOOKMARKS);

/** `renamesOf` has the bookmarks, with the renames of their labels. */
async function startJob(
  { db }: Store,
  action: BulkAction,
  renamesOf: ReadonlyMap<BookmarkId, readonly LabelRename[]>,
  size: number,
): Written<number | null> {
  const ids = [...renamesOf.keys()];
  if (ids.length === 0) return ok(null);
  return commit(db, BULK_JOB_TABLES, async () => {
    if (action.kind === 'relabel') await copyColors(db, [...renamesOf.values()].flat());
    const parts = Math.ceil(ids.length / size);
    const job = await db.jobs.add({
      kind: 'bulk',
      action,
      state: 'running',
      total: ids.length,
      done: 0,
      changed: 0,
      parts,
      doneParts: 0,
      problem: null,
      finishedAt: null,
      group: null,
    });
    for (let first = 0; first < parts; first += PARTS_AT_ONCE) {
      const count = Math.min(PARTS_AT_ONCE, parts - first);
      await db.jobParts.bulkAdd(
        Array.from({ length: count }, (_, at): BulkPartRow => {
          const start = (first + at) * size;
          const some = ids.slice(start, start + size);
          const renames = new Set(some.flatMap((id) => renamesOf.get(id) ?? []));
          return { kind: 'bulk', job, number: first + at, ids: some, renames: [...renames] };
        }),
      );
    }
    return ok(job);
  });
}

/**
 * Gives new names the spelling of existing labels. Drops renames that change nothing, and those of a
 * label that has one already.
 */
async function planRelabel(
  db: LibraryDatabase,
  renames: readonly LabelRename[],
): Promise<readonly LabelRename[]> {
  const replaced = new Set(renames.map(({ from }) => from));
  const names = new Set<string>();
  const spellings = new Map<string, string>();
  for (const name of await db.labels.toCollection().primaryKeys()) {
    names.add(name);
    if (!replaced.has(name)) spellings.set(labelKey(name), name);
  }
  const seen = new Set<string>();
  return renames.flatMap(({ from, to }): LabelRename[] => {
    if (seen.has(from)) return [];
    seen.add(from);
    if (to === null) return [{ from, to }];
    const name = normalLabel(to);
    if (name === null) return [];
    const spelling = names.has(name) ? name : (spellings.get(labelKey(name)) ?? name);
    return spelling === from ? [] : [{ from, to: spelling }];
  });
}

/** For more labels than this, all labels of all bookmarks are read in one request. */
const MAX_RENAME_REQUESTS = 50;

/** Returns the bookmarks outside the trash that have one of the labels, with the renames of these. */
async function labelledBookmarks(
  db: LibraryDatabase,
  renames: readonly LabelRename[],
): Promise<ReadonlyMap<BookmarkId, readonly LabelRename[]>> {
  const renamesOf = new Map<BookmarkId, LabelRename[]>();
  const add = (id: BookmarkId, rename: LabelRename) => {
    const known = renamesOf.get(id);
    if (known === undefined) renamesOf.set(id, [rename]);
    else known.push(rename);
  };
  if (renames.length <= MAX_RENAME_REQUESTS) {
    for (const rename of renames) {
      const { from } = rename;
      const found = db.bookmarks
        .where('inLabels')
        .between([from, -Infinity], [from, Infinity, []], true, true);
      for (const id of await found.primaryKeys()) add(id, rename);
    }
    return renamesOf;
  }
  const byName = new Map(renames.map((rename) => [rename.from, rename]));
  await db.bookmarks.orderBy('inLabels').eachKey((key, { primaryKey }) => {
    const [name] = key as unknown as readonly [string];
    const rename = byName.get(name);
    if (rename !== undefined) add(primaryKey, rename);
  });
  return renamesOf;
}

async function doNextPart(store: Store, job: BulkJob, log: ChangeLog): Promise<BulkJob> {
  const { db } = store;
  const number = job.doneParts;
  const part = await readPart(db, job, number);
  const changed = part === undefined ? 0 : await changePart(store, job.action, part, log);
  const group = await writeLog(store, job.action, log, job.group);
  await db.jobParts.delete([job.id, number]);
  const isLast = number + 1 >= job.parts;
  const after: BulkJob = {
    ...job,
    group,
    done: job.done + (part?.ids.length ?? 0),
    changed: job.changed + changed,
    doneParts: number + 1,
    ...(isLast ? { state: 'finished', finishedAt: await deletionTime(store) } : {}),
  };
  await db.jobs.put(after);
  // These acts are the longest. Those that are too old go once a day.
  if (isLast) await trimLog(db, unixMs(0));
  return after;
}
