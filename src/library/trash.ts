import type { BookmarkId, UnixMs } from '../domain';
import { ok } from '../domain';
import { toRow } from './bookmark-row';
import { COUNTED_TABLES, writeBookmarks } from './counters';
import type { LibraryDatabase } from './database';
import { queueDeletes, withdrawDeletes } from './outbox';
import type { Written } from './repository';
import type { BookmarkRow } from './rows';
import type { Store } from './store';
import { moveArticles } from './sync/write-shadows';
import { commit } from './write';

const TABLES = [...COUNTED_TABLES, 'outbox', 'shadows'];

/** Puts bookmarks in the trash; those that are there, or nowhere, stay as they are. */
export async function trashBookmarks(
  { db, now }: Store,
  ids: readonly BookmarkId[],
): Written<void> {
  return commit(db, TABLES, async () => {
    const rows = await readRows(db, ids);
    const kept = rows.filter(({ trashedAt }) => trashedAt === null);
    await moveTo(db, kept, now(), now());
    await queueDeletes(db, idsOf(kept), now());
    return ok(undefined);
  });
}

/** Takes bookmarks out of the trash; those that are not in it stay as they are. */
export async function restoreBookmarks(
  { db, now }: Store,
  ids: readonly BookmarkId[],
): Written<void> {
  return commit(db, TABLES, async () => {
    const rows = await readRows(db, ids);
    const trashed = rows.filter(({ trashedAt }) => trashedAt !== null);
    await moveTo(db, trashed, null, now());
    await withdrawDeletes(db, idsOf(trashed), now());
    await wantArticles(db, idsOf(trashed));
    return ok(undefined);
  });
}

/** No article comes to the trash: it may come now. */
async function wantArticles(db: LibraryDatabase, ids: readonly BookmarkId[]): Promise<void> {
  const shadows = await db.shadows.bulkGet([...ids]);
  const left = shadows.flatMap((shadow) => (shadow?.article === 'left' ? shadow : []));
  await moveArticles(db, left, 'wanted');
}

const idsOf = (rows: readonly BookmarkRow[]): readonly BookmarkId[] => rows.map(({ id }) => id);

/** The rows that exist, each once. */
async function readRows(
  db: LibraryDatabase,
  ids: readonly BookmarkId[],
): Promise<readonly BookmarkRow[]> {
  const rows = await db.bookmarks.bulkGet([...new Set(ids)]);
  return rows.filter((row) => row !== undefined);
}

async function moveTo(
  db: LibraryDatabase,
  rows: readonly BookmarkRow[],
  trashedAt: UnixMs | null,
  now: UnixMs,
): Promise<void> {
  await writeBookmarks(
    db,
    rows.map((before) => ({ before, after: toRow({ ...before, trashedAt, updated: now }) })),
  );
}
