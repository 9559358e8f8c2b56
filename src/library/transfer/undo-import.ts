import type { BookmarkId } from '../../domain/bookmark';
import { ok } from '../../domain/result';
import { trashRows } from '../bookmarks/trash';
import { collectionStates, writeCollections } from '../collections/collection-row';
import { createChangeLog, LOG_TABLES, writeLog } from '../database/change-log';
import { deletionTime } from '../database/clock';
import { commit, type Written } from '../database/commit';
import type { ImportBatchRow } from '../database/import-rows';
import type { LibraryDatabase } from '../database/schema';
import { repository, type Store } from '../database/store';
import { CHANGE_TABLES } from '../outbox/change-bookmarks';
import { bookmarkEntries } from '../outbox/outbox';
import { isUnsent } from '../outbox/waiting-intents';
import { collectionMark, readMarked } from './import-marks';
import { JOB_TABLES } from './imports';
import { takeBackJoins } from './join-imported';

/** The tables that `takeBackBatch` writes. */
const UNDO_TABLES = [...CHANGE_TABLES, ...LOG_TABLES, 'articles', 'collections', 'highlights'];

/** The undo of imports. Contexts that do not undo any do not load it. */
export const importUndo = repository({ undo });

/**
 * Undoes a finished job, one batch in each transaction, and goes on with an undo that was interrupted.
 * Bookmarks that a person has changed or a later import has brought back since stay. The others go to
 * the trash, with all that they have, and the collections to *Recent changes*. Those that the library had lose
 * the labels and notes that they got.
 */
async function undo(store: Store, id: number, signal?: AbortSignal): Written<void> {
  const { db } = store;
  const readLater = laterAdded(db, id);
  while (!signal?.aborted) {
    const stepped = await commit(db, [...UNDO_TABLES, ...JOB_TABLES], async () => {
      const job = await db.importJobs.get(id);
      if (job?.state !== 'finished' && job?.state !== 'undoing') return ok(true);
      const number = job.batches - 1;
      const batch = await db.importBatches.get([id, number]);
      const { removed, kept } = batch
        ? await takeBackBatch(store, batch, await readLater())
        : { removed: 0, kept: 0 };
      const { joined = [] } = batch ?? {};
      const changed = await takeBackJoins(store, joined);
      const isLast = number <= 0;
      await db.importJobs.put({
        ...job,
        state: isLast ? 'undone' : 'undoing',
        added: job.added - removed - kept,
        joined: (job.joined ?? 0) - joined.flatMap(({ ids }) => ids).length,
        kept: job.kept + kept + changed.kept,
        batches: Math.max(0, number),
      });
      return ok(isLast);
    });
    if (!stepped.ok) return stepped;
    if (stepped.value) break;
  }
  return ok(undefined);
}

/**
 * Returns a function that reads the bookmarks that later imports have added, without those that an undo
 * has taken back. One of the import `id` is among them if a later one has brought it back from the
 * trash. They are read again only after such an import has gone on, because they may be many.
 */
function laterAdded(db: LibraryDatabase, id: number): () => Promise<ReadonlySet<BookmarkId>> {
  let known = '';
  let found = new Set<BookmarkId>();
  return async () => {
    const jobs = await db.importJobs.where('id').above(id).toArray();
    const state = jobs.map(({ batches }) => batches).join();
    if (state === known) return found;
    [known, found] = [state, new Set()];
    for (const job of jobs) {
      // An undo counts back and leaves the rows of its batches.
      const batches = db.importBatches.where('[job+number]');
      await batches.between([job.id, 0], [job.id, job.batches]).each(({ added }) => {
        for (const one of added) found.add(one.id);
      });
    }
    return found;
  };
}

/**
 * Moves the bookmarks that an import has added, that nobody has changed since and that are not among
 * `later`, to the trash, inside a transaction over `UNDO_TABLES`.
 */
async function takeBackBatch(
  store: Store,
  { added, collections = [] }: Pick<ImportBatchRow, 'added' | 'collections'>,
  later: ReadonlySet<BookmarkId>,
): Promise<{ readonly removed: number; readonly kept: number }> {
  const { db } = store;
  await takeBackCollections(store, collections);
  const ids = added.map(({ id }) => id);
  const marks = new Map(added.map((one) => [one.id, one]));
  const unsent = await unsentIds(
    db,
    added.filter(({ serverId }) => serverId === undefined).map(({ id }) => id),
  );
  const shadows = await db.shadows.bulkGet(ids);
  const foreign = new Set<string | null>(
    shadows.flatMap((one) => (one?.isCreatedHere ? [] : (one?.serverId ?? []))),
  );
  const here = (await readMarked(db, ids)).filter(({ row }) => row.trashedAt === null);
  const unchanged = here.flatMap(({ row, mark }) => {
    const before = marks.get(row.id);
    // Another device has saved the page, too, unless the import found it with this link in the trash.
    const isJoined = foreign.has(row.serverId) && row.serverId !== before?.serverId;
    const wasWritten = unsent.has(row.id) && row.updated !== (before?.updated ?? row.updated);
    return isJoined || wasWritten || later.has(row.id) || mark !== before?.mark ? [] : row;
  });
  await trashRows(store, unchanged, await deletionTime(store));
  const kept = here.length - unchanged.length;
  return { removed: ids.length - kept, kept };
}

/**
 * Deletes collections that nobody has changed, as a person does. The server deletes those that it may
 * have.
 */
async function takeBackCollections(
  store: Store,
  added: NonNullable<ImportBatchRow['collections']>,
): Promise<void> {
  const { db, now } = store;
  const marks = new Map(added.map(({ id, mark }) => [id, mark]));
  const before = [...(await collectionStates(db)).values()].filter(
    (row) => row.deletedAt === null && collectionMark(row) === marks.get(row.id),
  );
  const sent = before.filter(({ serverId, creates }) => serverId !== null || creates > 0);
  const deleted = sent.map((row) => ({ ...row, deletedAt: now() }));
  const log = createChangeLog();
  await writeCollections(db, before, deleted, now(), log);
  await writeLog(store, { kind: 'one' }, log, null);
}

/** Returns those whose creation waits, and of which the server knows nothing. */
async function unsentIds(
  db: LibraryDatabase,
  ids: readonly BookmarkId[],
): Promise<ReadonlySet<BookmarkId>> {
  const rows = await bookmarkEntries(db, ids);
  const creates = rows.filter((row) => row.intent.kind === 'create' && isUnsent(row));
  return new Set(creates.map(({ bookmarkId }) => bookmarkId));
}
