import type { Bookmark } from '../../domain/bookmark';
import { type ChangeLog, dropGroup, MAX_LOG_SIZE, writeLog } from '../database/change-log';
import type { Written } from '../database/commit';
import type { ImportPartRow, NotTaken } from '../database/import-rows';
import type { ImportJob } from '../database/job-rows';
import type { ImportLogEntry } from '../database/log-rows';
import type { Store } from '../database/store';
import { doPart } from '../jobs/jobs';
import { readMarked } from './import-marks';

/** Rows of an import that are written in one transaction. */
export interface ImportRows {
  /** Number of rows before these. */
  readonly from: number;
  readonly rows: number;
  /** The rows that are left out, in whole or in part. */
  readonly notTaken: readonly NotTaken[];
}

/** The changes that a transaction of an import has made. */
export interface DonePart {
  /** New bookmarks outside the trash. */
  readonly added: readonly Pick<Bookmark, 'id'>[];
  /** Bookmarks that came back from the trash. */
  readonly back: readonly Pick<Bookmark, 'id'>[];
  /** Bookmarks that the library shows already. */
  readonly here: readonly { readonly url: string; readonly isJoined: boolean }[];
  readonly notTaken?: readonly NotTaken[];
  readonly change?: Partial<ImportJob>;
}

/**
 * Does a part of an import in one transaction with the state of its job, and returns the job. Without effect
 * if the job is not running or the part is not the next one, because another page may have done it.
 */
export const addPart = (
  store: Store,
  id: number,
  { from, rows, notTaken }: ImportRows,
  tables: readonly string[],
  work: (job: ImportJob, log: ChangeLog) => Promise<DonePart>,
): Written<ImportJob | null> =>
  doPart(store.db, 'import', id, tables, async (job, log) => {
    const { db } = store;
    if (job.done !== from) return job;
    const done = await work(job, log);
    const { here, back } = done;
    const added = [...done.added, ...back];
    if (added.length > 0) log.add([addedEntry(job, added.length)]);
    const marked = await readMarked(
      db,
      added.map((one) => one.id),
    );
    const part: ImportPartRow = {
      kind: 'import',
      job: id,
      number: job.parts,
      // Those from the trash come last.
      added: marked.map(({ row: { id, serverId }, mark }, at) => ({
        id,
        mark,
        ...(at >= done.added.length && { serverId }),
      })),
      back: back.map((one) => one.id),
      notTaken: [
        ...notTaken,
        ...here.map(({ url, isJoined }) => ({
          row: null,
          reason: isJoined ? 'here-joined' : 'here-already',
          text: url,
        })),
        ...(done.notTaken ?? []),
      ],
    };
    const after: ImportJob = {
      ...job,
      ...(await logged(store, job, log)),
      done: job.done + rows,
      added: job.added + added.length,
      joined: (job.joined ?? 0) + here.filter(({ isJoined }) => isJoined).length,
      here: (job.here ?? 0) + here.length,
      notTaken: job.notTaken + part.notTaken.length,
      parts: job.parts + 1,
      ...done.change,
    };
    await db.jobParts.add(part);
    await db.jobs.put(after);
    return after;
  });

/** Writes the log of a part. An import whose log takes too much room cannot be undone. */
async function logged(
  store: Store,
  { fileName, group, isTooLarge = false }: ImportJob,
  log: ChangeLog,
): Promise<Pick<ImportJob, 'group' | 'isTooLarge'>> {
  if (isTooLarge) return { group: null };
  const written = await writeLog(store, { kind: 'import', fileName }, log, group);
  const size = written === null ? 0 : ((await store.db.groups.get(written))?.size ?? 0);
  if (written === null || size <= MAX_LOG_SIZE) return { group: written };
  await dropGroup(store.db, written);
  return { group: null, isTooLarge: true };
}

const addedEntry = ({ id, parts }: ImportJob, added: number): ImportLogEntry => ({
  table: 'imports',
  ids: [],
  before: null,
  after: { job: id, number: parts, added },
});
