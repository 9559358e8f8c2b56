import { type BookmarkId, SECOND_MS, UNDO_MS, type UnixMs, unixMs } from '../../domain';
import type { Intent, OutboxRow, PatchIntent } from '../database/outbox-rows';
import type { LibraryDatabase } from '../database/schema';
import { foldPatches, isEmptyPatch } from './patches';

/** Mostly they are told by then. */
const DELETES_TAKE_MS = 10 * SECOND_MS;

// Each of these runs inside the transaction of the change whose intent it keeps.

/** Whether no request has been made for it yet: only then may it be changed or taken out. */
export const isUntried = (row: OutboxRow): boolean => row.state === 'waiting' && row.attempts === 0;

/** Makes the bookmarks on the server. */
export async function queueCreates(
  db: LibraryDatabase,
  ids: readonly BookmarkId[],
  now: UnixMs,
): Promise<void> {
  await db.outbox.bulkAdd(ids.map((id) => entry(id, { kind: 'create' }, now)));
}

/** Sends the article and its images as they will be; not twice where one that does so waits. */
export async function queueContent(
  db: LibraryDatabase,
  id: BookmarkId,
  now: UnixMs,
): Promise<void> {
  const rows = await rowsOf(db, [id]);
  const sendsContent = ({ intent }: OutboxRow) =>
    intent.kind === 'create' || intent.kind === 'content';
  if (rows.some((row) => isUntried(row) && sendsContent(row))) return;
  await db.outbox.add(entry(id, { kind: 'content' }, now));
}

/** Sends a patch, folded into one that is still untried; one that asks for nothing is not kept. */
export const queuePatch = (
  db: LibraryDatabase,
  id: BookmarkId,
  patch: PatchIntent,
  now: UnixMs,
): Promise<void> => queuePatches(db, new Map([[id, patch]]), now);

/** As `queuePatch`, for several bookmarks. */
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
    if (patch === undefined || !isUntried(row) || row.intent.kind !== 'patch') continue;
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

/** Deletes on the server, not before the undo time has passed. */
export async function queueDeletes(
  db: LibraryDatabase,
  ids: readonly BookmarkId[],
  now: UnixMs,
): Promise<void> {
  await db.outbox.bulkAdd(ids.map((id) => deleteOf(id, now)));
}

/** Deletes `others` as well, and then sees that the one that stands for them is still there. */
export async function queueJoin(
  db: LibraryDatabase,
  id: BookmarkId,
  others: readonly BookmarkId[],
  now: UnixMs,
): Promise<void> {
  const notBefore = unixMs(now + UNDO_MS + DELETES_TAKE_MS);
  const keep = { ...entry(id, { kind: 'keep', others }, now, notBefore), isInternal: 1 as const };
  await db.outbox.bulkAdd([...others.map((other) => deleteOf(other, now)), keep]);
}

/** Takes out what `queueJoin` put there for the one that was kept. */
export async function withdrawKeep(
  db: LibraryDatabase,
  id: BookmarkId,
  others: readonly BookmarkId[],
): Promise<void> {
  const keeps = (await rowsOf(db, [id])).filter(
    ({ intent }) => intent.kind === 'keep' && intent.others.some((one) => others.includes(one)),
  );
  await db.outbox.bulkDelete(keeps.map(({ seq }) => seq));
}

/**
 * Takes the deletes out that no request was made for. Where the server may know already, the
 * bookmark is made again as it is, and what was waiting for the deleted one is dropped.
 */
export async function withdrawDeletes(
  db: LibraryDatabase,
  ids: readonly BookmarkId[],
  now: UnixMs,
): Promise<void> {
  const untried = (await rowsOf(db, ids)).filter(isUntried);
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
 * Keeps of the intents of bookmarks that are gone for good what the server must still hear: their
 * deletes. A bookmark that was never sent leaves nothing.
 */
export async function foldPurged(db: LibraryDatabase, ids: readonly BookmarkId[]): Promise<void> {
  const untried = (await rowsOf(db, ids)).filter(isUntried);
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

async function rowsOf(db: LibraryDatabase, ids: readonly BookmarkId[]): Promise<OutboxRow[]> {
  return db.outbox.where('bookmarkId').anyOf(ids).sortBy('seq');
}
