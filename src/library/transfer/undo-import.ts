import type { BookmarkId } from '../../domain/bookmark';
import { readRows, trashRows } from '../bookmarks/trash';
import type { ChangeLog } from '../database/change-log';
import { deletionTime } from '../database/clock';
import type { ImportJob } from '../database/job-rows';
import type { ImportLogEntry, LogEntry } from '../database/log-rows';
import type { LibraryDatabase } from '../database/schema';
import type { Store } from '../database/store';
import { readJob, readPart } from '../jobs/jobs';
import { readMarked } from './import-marks';

/**
 * Moves the bookmarks that a batch of an import has added to the trash, inside a transaction over
 * `CHANGE_TABLES` and the tables of the jobs. Those that a person has changed or a later import has
 * brought back since stay.
 */
export async function putImportBack(
  store: Store,
  { after: { job: id, number } }: ImportLogEntry,
  log: ChangeLog,
): Promise<void> {
  const { db } = store;
  const [job, part] = await Promise.all([
    readJob(db, 'import', id),
    readPart(db, { id, kind: 'import' }, number),
  ]);
  if (job === undefined || part === undefined) return;
  const ids = part.added.map((one) => one.id);
  const marks = new Map(part.added.map((one) => [one.id, one]));
  const [later, shadows] = await Promise.all([broughtBack(db, id, ids), db.shadows.bulkGet(ids)]);
  const foreign = new Set<string | null>(
    shadows.flatMap((one) => (one?.isCreatedHere ? [] : (one?.serverId ?? []))),
  );
  const here = (await readMarked(db, ids)).filter(({ row }) => row.trashedAt === null);
  const unchanged = here.flatMap(({ row, mark }) => {
    const before = marks.get(row.id);
    // Another device has saved the page, too, unless the import found it with this link in the trash.
    const isJoined = foreign.has(row.serverId) && row.serverId !== before?.serverId;
    return isJoined || later.has(row.id) || mark !== before?.mark ? [] : row;
  });
  await trashRows(store, unchanged, await deletionTime(store), log);
  const kept = here.length - unchanged.length;
  await db.jobs.put({
    ...job,
    added: job.added - ids.length,
    kept: job.kept + kept,
    parts: number,
  });
}

/** Returns those of `ids` that a later import, which is not undone, has brought back from the trash. */
async function broughtBack(
  db: LibraryDatabase,
  job: number,
  ids: readonly BookmarkId[],
): Promise<ReadonlySet<BookmarkId>> {
  const parts = await db.jobParts
    .where('back')
    .anyOf(ids)
    .distinct()
    .filter((part) => part.job > job)
    .toArray();
  const jobs = await db.jobs.bulkGet(parts.map((part) => part.job));
  // An undo counts back and leaves the rows of its batches.
  return new Set(
    parts.flatMap((part, at) => {
      const of = jobs[at];
      const isLeft = of?.kind === 'import' && part.number < of.parts;
      return part.kind === 'import' && isLeft ? part.back : [];
    }),
  );
}

/**
 * Counts back in the job of a finished import, before one of its transactions is undone.
 */
export async function countUndone(
  { db }: Store,
  job: ImportJob,
  entries: readonly LogEntry[],
  isLast: boolean,
): Promise<void> {
  const joined = new Set<BookmarkId>();
  let kept = 0;
  for (const entry of entries) {
    if (entry.table === 'highlights') joined.add(entry.bookmarkId);
    if (entry.table !== 'bookmarks') continue;
    const { ids, before, after } = entry;
    for (const id of ids) joined.add(id);
    if (before.note === undefined) continue;
    const shown = (await readRows(db, ids)).filter(({ trashedAt }) => trashedAt === null);
    kept += shown.filter(({ note }) => note !== after.note).length;
  }
  await db.jobs.put({
    ...job,
    state: isLast ? 'undone' : 'finished',
    joined: (job.joined ?? 0) - joined.size,
    kept: job.kept + kept,
  });
}
