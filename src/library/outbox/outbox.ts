import type { BookmarkId } from '../../domain/bookmark';
import { SECOND_MS, UNDO_MS, type UnixMs, unixMs } from '../../domain/time';
import type { Intent, OutboxRow, PatchIntent } from '../database/outbox-rows';
import type { LibraryDatabase } from '../database/schema';
import { foldPatches, isEmptyPatch } from './patches';

/** Deletes are usually sent within this time. */
const DELETES_TAKE_MS = 10 * SECOND_MS;

/** Returns true if no request was made for the intent. Only then may it be changed or removed. */
export const isUnsent = ({ state, attempts }: Pick<OutboxRow, 'state' | 'attempts'>): boolean =>
  state === 'waiting' && attempts === 0;

// These functions run inside the transaction of the change whose intent they queue.

/** Queues the creation of bookmarks. */
export async function queueCreates(
  db: LibraryDatabase,
  ids: readonly BookmarkId[],
  now: UnixMs,
): Promise<void> {
  await db.outbox.bulkAdd(ids.map((id) => entry(id, { kind: 'create' }, now)));
}

/** Queues sending the article and its images, unless a waiting intent does so already. */
export async function queueContent(
  db: LibraryDatabase,
  id: BookmarkId,
  now: UnixMs,
): Promise<void> {
  const rows = await rowsOf(db, [id]);
  const sendsContent = ({ intent }: OutboxRow) =>
    intent.kind === 'create' || intent.kind === 'content';
  if (rows.some((row) => isUnsent(row) && sendsContent(row))) return;
  await db.outbox.add(entry(id, { kind: 'content' }, now));
}

/** Queues a patch and folds it into one that was not sent. An empty patch is not queued. */
export const queuePatch = (
  db: LibraryDatabase,
  id: BookmarkId,
  patch: PatchIntent,
  now: UnixMs,
): Promise<void> => queuePatches(db, new Map([[id, patch]]), now);

/** Like `queuePatch`, for several bookmarks. */
export async function queuePatches(
  db: LibraryDatabase,
  patches: ReadonlyMap<BookmarkId, PatchIntent>,
  now: UnixMs,
): Promise<void> {
  const left = new Map(patches);
  const puts: OutboxRow[] = [];
  const deletes: number[] = [];
  for (const row of await rowsOf(db, [...patches.keys()])) {
    const patch = left.get(row.bookmarkId);
    if (patch === undefined || !isUnsent(row) || row.intent.kind !== 'patch') continue;
    left.delete(row.bookmarkId);
    const intent = foldPatches(row.intent, patch);
    if (isEmptyPatch(intent)) deletes.push(row.seq);
    else puts.push({ ...row, intent });
  }
  const adds = [...left].filter(([, patch]) => !isEmptyPatch(patch));
  await db.outbox.bulkDelete(deletes);
  await db.outbox.bulkPut(puts);
  await db.outbox.bulkAdd(adds.map(([id, patch]) => entry(id, patch, now)));
}

/** Queues deletions. They are sent after the undo time at the earliest. */
export async function queueDeletes(
  db: LibraryDatabase,
  ids: readonly BookmarkId[],
  now: UnixMs,
): Promise<void> {
  await db.outbox.bulkAdd(ids.map((id) => deleteOf(id, now)));
}

/** Queues the deletion of `others` and then a check that the remaining bookmark still exists. */
export async function queueJoin(
  db: LibraryDatabase,
  id: BookmarkId,
  others: readonly BookmarkId[],
  now: UnixMs,
): Promise<void> {
  const notBefore = unixMs(now + UNDO_MS + DELETES_TAKE_MS);
  const keep = { ...entry(id, { kind: 'verify', others }, now, notBefore), isInternal: 1 as const };
  await db.outbox.bulkAdd([...others.map((other) => deleteOf(other, now)), keep]);
}

/** Removes the check that `queueJoin` queued. */
export async function withdrawVerification(
  db: LibraryDatabase,
  id: BookmarkId,
  others: readonly BookmarkId[],
): Promise<void> {
  const keeps = (await rowsOf(db, [id])).filter(
    ({ intent }) => intent.kind === 'verify' && intent.others.some((one) => others.includes(one)),
  );
  await db.outbox.bulkDelete(keeps.map(({ seq }) => seq));
}

/**
 * Removes deletes that were not sent. For others, the server may have the deletion: the bookmark is
 * created again in its current state, and intents for the deleted one are dropped.
 */
export async function withdrawDeletes(
  db: LibraryDatabase,
  ids: readonly BookmarkId[],
  now: UnixMs,
): Promise<void> {
  const untried = (await rowsOf(db, ids)).filter(isUnsent);
  const deletes = untried.filter(({ intent }) => intent.kind === 'delete');
  const withdrawn = new Set(deletes.map(({ bookmarkId }) => bookmarkId));
  const stale = untried.filter(({ bookmarkId }) => !withdrawn.has(bookmarkId));
  await db.outbox.bulkDelete([...deletes, ...stale].map(({ seq }) => seq));
  await queueCreates(
    db,
    ids.filter((id) => !withdrawn.has(id)),
    now,
  );
}

/**
 * Drops the intents of bookmarks that are deleted for good, except for deletes that have to be
 * sent. A bookmark that was never sent leaves nothing.
 */
export async function foldPurged(db: LibraryDatabase, ids: readonly BookmarkId[]): Promise<void> {
  const untried = (await rowsOf(db, ids)).filter(isUnsent);
  const creates = untried.filter(({ intent }) => intent.kind === 'create');
  const neverSent = new Set(creates.map(({ bookmarkId }) => bookmarkId));
  const pointless = untried.filter(
    ({ bookmarkId, intent }) => intent.kind !== 'delete' || neverSent.has(bookmarkId),
  );
  await db.outbox.bulkDelete(pointless.map(({ seq }) => seq));
}

const deleteOf = (id: BookmarkId, now: UnixMs) =>
  entry(id, { kind: 'delete' }, now, unixMs(now + UNDO_MS));

const entry = (
  bookmarkId: BookmarkId,
  intent: Intent,
  now: UnixMs,
  notBefore: UnixMs = now,
): Omit<OutboxRow, 'seq'> => ({
  bookmarkId,
  intent,
  queuedAt: now,
  notBefore,
  state: 'waiting',
  attempts: 0,
});

/** The requests run in parallel, because a cursor over many keys makes a round trip for each. */
async function rowsOf(db: LibraryDatabase, ids: readonly BookmarkId[]): Promise<OutboxRow[]> {
  if ((await db.outbox.limit(1).count()) === 0) return [];
  const read = (id: BookmarkId) => db.outbox.where('bookmarkId').equals(id).toArray();
  const rows = await Promise.all([...new Set(ids)].map(read));
  return rows.flat().sort((one, other) => one.seq - other.seq);
}
