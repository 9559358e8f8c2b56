import { ok } from '../../domain/result';
import type { LabelRename } from '../database/bulk-rows';
import {
  type ChangeLog,
  commitLogged,
  createChangeLog,
  dropGroup,
  LOG_TABLES,
  writeLog,
} from '../database/change-log';
import { deletionTime } from '../database/clock';
import type { Written } from '../database/commit';
import { isOpenJob } from '../database/job-rows';
import { countChanged, sizeOfLogged } from '../database/log-entries';
import type { Cause, GroupRow, LogEntry } from '../database/log-rows';
import type { GroupId } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import type { Store } from '../database/store';
import { dropParts, JOB_TABLES } from '../jobs/jobs';
import { countUndone } from '../transfer/undo-import';

/** The tables of each undo, beside those of its entries. */
export const STEP_TABLES = [...LOG_TABLES, ...JOB_TABLES];

/** A way to undo the entries of acts. */
export interface Undoing {
  readonly tables: readonly string[];
  readonly putBack: (
    store: Store,
    entry: LogEntry,
    renames: readonly LabelRename[],
    log: ChangeLog,
  ) => Promise<void>;
}

/** The result of an undo. */
export interface Undone {
  /** The act that the undo is, for *Undo*; null: nothing was as the act had left it. */
  readonly group: GroupId | null;
}

/**
 * Undoes an act of a person, the last transaction first, each in one transaction. Each value returns that
 * is still as the act left it. An act of one transaction stays if nothing of it is. The value is null if the
 * act is undone already, or too old.
 */
export async function undoAct(
  store: Store,
  id: GroupId,
  { tables, putBack }: Undoing,
  signal?: AbortSignal,
): Written<Undone | null> {
  let undone: Undone | null = null;
  while (!signal?.aborted) {
    const step = async () => {
      const group = await readUndoable(store.db, id);
      return ok(group === undefined ? null : await undoLast(store, group, putBack));
    };
    const stepped = await commitLogged(store.db, tables, step, id);
    if (!stepped.ok) return stepped;
    if (stepped.value === null) break;
    undone = { group: stepped.value.by };
    if (stepped.value.isLast) break;
  }
  return ok(undone);
}

/** Returns an act that can be undone. An import that goes on has to end first. */
export async function readUndoable(
  db: LibraryDatabase,
  id: GroupId,
): Promise<GroupRow | undefined> {
  const job = await db.jobs.where('group').equals(id).first();
  return job?.kind === 'import' && isOpenJob(job) ? undefined : db.groups.get(id);
}

interface Step {
  readonly by: GroupId | null;
  readonly isLast: boolean;
}

/** Undoes the last transaction of an act that is not undone yet, inside a transaction over its tables. */
export async function undoLast(
  store: Store,
  group: GroupRow,
  putBack: Undoing['putBack'],
): Promise<Step> {
  const { db } = store;
  const [job, row] = await Promise.all([
    db.jobs.where('group').equals(group.id).first(),
    db.log.where('group').equals(group.id).last(),
  ]);
  const undone = group.undone + 1;
  const isLast = row === undefined || undone >= group.chunks;
  const { entries = [], renames = [], about = [] } = row ?? {};
  // The rest of it is not to be done any more.
  if (job?.kind === 'bulk') await dropParts(db, job.id);
  if (job?.kind === 'import') await countUndone(store, job, entries, isLast);
  const log = createChangeLog();
  for (const entry of entries.toReversed()) await putBack(store, entry, renames, log);
  log.addRenames(renames.flatMap(({ from, to }) => (to === null ? [] : [{ from: to, to: from }])));
  if (group.chunks === 1 && job?.kind !== 'import' && log.read().entries.length === 0) {
    // Nothing is as the act left it. Its words can still be read.
    const { undoing, ...left } = group;
    await db.groups.put(left);
    return { by: null, isLast: true };
  }
  if (row !== undefined) await db.log.delete(row.seq);
  const by = await writeLog(store, undoOf(group.cause), log, group.undoneBy ?? null);
  if (isLast) {
    if (job?.kind === 'bulk') await db.jobs.delete(job.id);
    await dropGroup(db, group.id);
    return { by, isLast };
  }
  const changed = group.changed - countChanged(entries);
  if (job?.kind === 'bulk') {
    const done = job.done - about.length;
    const finishedAt = job.finishedAt ?? (await deletionTime(store));
    await db.jobs.put({ ...job, state: 'finished', finishedAt, done, changed });
  }
  const undoneBy = by ?? group.undoneBy;
  const size = group.size - sizeOfLogged({ entries, renames, about });
  const left = { ...group, changed, undone, size, undoing: 1 } as const;
  await db.groups.put({ ...left, ...(undoneBy && { undoneBy }) });
  return { by, isLast };
}

const undoOf = (cause: Cause): Cause =>
  cause.kind === 'undo' ? cause.of : { kind: 'undo', of: cause };
