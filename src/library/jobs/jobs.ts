import { ok } from '../../domain/result';
import { type ChangeLog, commitLogged, createChangeLog } from '../database/change-log';
import { attempt, type Written, write } from '../database/commit';
import {
  isKnownJob,
  type JobKind,
  type JobOf,
  type JobPartRow,
  type JobRow,
} from '../database/job-rows';
import type { LibraryDatabase } from '../database/schema';

/** The tables of all jobs. Most of these functions run inside a transaction over them. */
export const JOB_TABLES = ['jobs', 'jobParts'];

/** Reads the jobs of a kind, oldest first. */
export async function readJobs<Kind extends JobKind>(
  db: LibraryDatabase,
  kind: Kind,
): Promise<readonly JobOf<Kind>[]> {
  const jobs = await db.jobs.where('kind').equals(kind).toArray();
  return jobs.filter((job): job is JobOf<Kind> => job.kind === kind);
}

/** Returns the number of jobs of kinds that only another version knows. */
export const countUnknownJobs = (db: LibraryDatabase): PromiseLike<number> =>
  db.jobs.filter((job) => !isKnownJob(job)).count();

/** Reads a job of a kind. */
export async function readJob<Kind extends JobKind>(
  db: LibraryDatabase,
  kind: Kind,
  id: number,
): Promise<JobOf<Kind> | undefined> {
  const job = await db.jobs.get(id);
  return isOfKind(job, kind) ? job : undefined;
}

const isOfKind = <Row extends JobRow | JobPartRow, Kind extends Row['kind']>(
  row: Row | undefined,
  kind: Kind,
): row is Extract<Row, { readonly kind: Kind }> => row?.kind === kind;

/** Changes a job in a transaction of its own. `changed` returns false if it stays as it is. */
export const changeJob = <Kind extends JobKind>(
  db: LibraryDatabase,
  kind: Kind,
  id: number,
  changed: (job: JobOf<Kind>) => Partial<JobOf<Kind>> | false,
): Written<void> =>
  write(db, JOB_TABLES, async () => {
    const job = await readJob(db, kind, id);
    const next = job !== undefined && changed(job);
    if (next) await db.jobs.put({ ...job, ...next });
  });

/**
 * Does a part of a job in one transaction: `work` makes its changes, and stores how far the job is. Returns
 * the job. Without effect if it is not running, because a person or another page may have ended it.
 */
export const doPart = <Kind extends JobKind>(
  db: LibraryDatabase,
  kind: Kind,
  id: number,
  tables: readonly string[],
  work: (job: JobOf<Kind>, log: ChangeLog) => Promise<JobOf<Kind>>,
): Written<JobOf<Kind> | null> =>
  commitLogged(db, [...tables, ...JOB_TABLES], async () => {
    const job = (await readJob(db, kind, id)) ?? null;
    return ok(job?.state === 'running' ? await work(job, createChangeLog()) : job);
  });

/** The parts of a kind whose jobs have all that they need in the library. */
interface Parts<Kind extends JobKind> {
  readonly tablesOf: (job: JobOf<Kind>) => readonly string[];
  /** Does the next part, as `work` of `doPart`. */
  readonly step: (job: JobOf<Kind>, log: ChangeLog) => Promise<JobOf<Kind>>;
}

/**
 * Does all running jobs of a kind, oldest first. `signal` stops it after a part. After an error, another
 * call continues.
 */
export async function runParts<Kind extends JobKind>(
  db: LibraryDatabase,
  kind: Kind,
  { tablesOf, step }: Parts<Kind>,
  signal?: AbortSignal,
): Written<void> {
  while (!signal?.aborted) {
    const jobs = await attempt(() => readJobs(db, kind));
    if (!jobs.ok) return jobs;
    const next = jobs.value.find(({ state }) => state === 'running');
    if (next === undefined) break;
    const done = await doPart(db, kind, next.id, tablesOf(next), step);
    if (!done.ok) return done;
  }
  return ok(undefined);
}

type PartOf<Kind extends JobPartRow['kind']> = Extract<JobPartRow, { readonly kind: Kind }>;

/** Reads a part of a job. */
export async function readPart<Kind extends JobPartRow['kind']>(
  db: LibraryDatabase,
  { id, kind }: { readonly id: number; readonly kind: Kind },
  number: number,
): Promise<PartOf<Kind> | undefined> {
  const part = await db.jobParts.get([id, number]);
  return isOfKind(part, kind) ? part : undefined;
}

/** All parts of a job, in their order. */
export const allParts = (db: LibraryDatabase, id: number) =>
  db.jobParts.where('[job+number]').between([id, 0], [id, Infinity]);

/** Removes a job with its parts. */
export async function dropJob(db: LibraryDatabase, id: number): Promise<void> {
  await db.jobs.delete(id);
  await dropParts(db, id);
}

/** Removes the parts of a job. */
export const dropParts = async (db: LibraryDatabase, id: number): Promise<void> => {
  await allParts(db, id).delete();
};
