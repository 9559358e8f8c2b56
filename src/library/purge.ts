import { type BookmarkId, ok, TRASH_RETENTION_MS, type UnixMs, unixMs } from '../domain';
import { ASSET_TABLES, articleAssets, bookmarkAssets, moveAssetUses } from './asset-uses';
import { COUNTED_TABLES, writeBookmarks } from './counters';
import type { LibraryDatabase } from './database';
import { trashedBefore } from './list-page';
import { foldPurged } from './outbox';
import type { Written } from './repository';
import { dropRevisionsBefore } from './revisions';
import type { BookmarkRow } from './rows';
import type { Store } from './store';
import { writeShadows } from './sync/write-shadows';
import { commit } from './write';

/** So many articles are in memory at once; read for the images that end with them. */
const BATCH = 50;

const TABLES = [...COUNTED_TABLES, ...ASSET_TABLES, 'articles', 'revisions', 'outbox', 'shadows'];

/** Removes bookmarks in the trash for good, with all that is theirs; others stay. */
export async function purgeBookmarks({ db }: Store, ids: readonly BookmarkId[]): Written<void> {
  return commit(db, TABLES, async () => {
    const rows = await db.bookmarks.bulkGet([...new Set(ids)]);
    const trashed = rows
      .filter((row) => row !== undefined)
      .filter(({ trashedAt }) => trashedAt !== null);
    for (let start = 0; start < trashed.length; start += BATCH) {
      await purgeRows(db, trashed.slice(start, start + BATCH));
    }
    return ok(undefined);
  });
}

/**
 * Removes what has been in the trash, and revisions replaced, for longer than was promised: one
 * transaction a batch, so that nobody waits for all of it. After an error the rest goes next time.
 */
export async function expire({ db }: Store, now: UnixMs): Written<{ readonly purged: number }> {
  const before = unixMs(now - TRASH_RETENTION_MS);
  let purged = 0;
  while (true) {
    const expired = await commit(db, TABLES, async () => {
      const rows = await trashedBefore(db, before, BATCH);
      await purgeRows(db, rows);
      const revisions = await dropRevisionsBefore(db, before, BATCH);
      return ok({ purged: rows.length, isLast: rows.length < BATCH && revisions < BATCH });
    });
    if (!expired.ok) return expired;
    purged += expired.value.purged;
    if (expired.value.isLast) return ok({ purged });
  }
}

async function purgeRows(db: LibraryDatabase, rows: readonly BookmarkRow[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const articles = (await db.articles.bulkGet(ids)).filter((row) => row !== undefined);
  const revisions = await db.revisions.where('bookmarkId').anyOf(ids).toArray();
  const ended = [
    ...[...articles, ...revisions].flatMap(articleAssets),
    ...rows.flatMap(bookmarkAssets),
  ];
  await db.articles.bulkDelete(ids);
  await db.revisions.bulkDelete(revisions.map(({ id }) => id));
  await moveAssetUses(db, [], ended);
  await writeBookmarks(
    db,
    rows.map((before) => ({ before, after: null })),
  );
  await foldPurged(db, ids);
  await dropUnlinked(db, ids);
}

/** A shadow outlives its bookmark for the delete that is still to be told; without a server's id none is. */
async function dropUnlinked(db: LibraryDatabase, ids: readonly BookmarkId[]): Promise<void> {
  const shadows = await db.shadows.bulkGet([...ids]);
  const unlinked = shadows.flatMap((shadow) => (shadow?.serverId === null ? shadow : []));
  await writeShadows(
    db,
    unlinked.map((before) => ({ before, after: null })),
  );
}
