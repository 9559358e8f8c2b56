import type { BookmarkId } from '../../domain/bookmark';
import type { Dispose } from '../database/commit';
import { isOpenJob } from '../database/job-rows';
import { watch } from '../database/live';
import type { GroupRow, LogRow } from '../database/log-rows';
import type { LibraryDatabase } from '../database/schema';
import { repository } from '../database/store';
import { readJobs } from '../jobs/jobs';
import { continueUndos, startUndo, stopUndo, undo } from './undo';

/** An act with what a person reads of it. */
export interface RecentChange {
  readonly group: GroupRow;
  /** Its change, if it is one of one thing, or its last join. */
  readonly row: LogRow | null;
  /** The titles of the bookmarks of `row`, without those that are deleted for good. */
  readonly titles: ReadonlyMap<BookmarkId, string>;
}

/** The changes of a person, and their undo. */
export const recentChanges = repository({
  /** Calls `listener` with the latest acts that can be undone, last first. */
  watch: (store, limit: number, listener: (changes: readonly RecentChange[]) => void): Dispose =>
    watch(store, () => readRecent(store.db, limit), listener),

  /** Calls `listener` with the acts that are being undone, oldest first. */
  watchUndoing: (store, listener: (groups: readonly GroupRow[]) => void): Dispose =>
    watch(store, () => store.db.groups.orderBy('undoing').toArray(), listener),

  undo,

  startUndo,
  continueUndos,
  stopUndo,
});

export type RecentChanges = ReturnType<typeof recentChanges>;

async function readRecent(db: LibraryDatabase, limit: number): Promise<readonly RecentChange[]> {
  const imports = await readJobs(db, 'import');
  const goingOn = new Set(imports.filter(isOpenJob).map(({ group }) => group));
  const groups = await db.groups
    .orderBy('at')
    .reverse()
    .filter(({ id }) => !goingOn.has(id))
    .limit(limit)
    .toArray();
  const rows = await Promise.all(
    groups.map(({ id, cause }) =>
      ['one', 'join'].includes((cause.kind === 'undo' ? cause.of : cause).kind)
        ? db.log.where('group').equals(id).last()
        : null,
    ),
  );
  const ids = [...new Set(rows.flatMap((row) => row?.about ?? []))];
  const bookmarks = await db.bookmarks.bulkGet(ids);
  const titles = new Map(bookmarks.flatMap((one) => (one ? [[one.id, one.title] as const] : [])));
  return groups.map((group, at) => ({ group, row: rows[at] ?? null, titles }));
}
