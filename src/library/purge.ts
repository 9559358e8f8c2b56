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
import { commit } from './write';

const TABLES = [...COUNTED_TABLES, ...ASSET_TABLES, 'articles', 'revisions', 'outbox'];

/** Removes bookmarks in the trash for good, with all that is theirs; others stay. */
export async function purgeBookmarks({ db }: Store, ids: readonly BookmarkId[]): Written<void> {
  return commit(db, TABLES, async () => {
    const rows = await db.bookmarks.bulkGet([...new Set(ids)]);
    await purgeRows(
      db,
      rows.filter((row) => row !== undefined).filter(({ trashedAt }) => trashedAt !== null),
    );
    return ok(undefined);
  });
}

/** Removes what has been in the trash, and revisions replaced, for longer than was promised. */
export async function expire({ db }: Store, now: UnixMs): Written<{ readonly purged: number }> {
  const before = unixMs(now - TRASH_RETENTION_MS);
  return commit(db, TABLES, async () => {
    const rows = await trashedBefore(db, before);
    await purgeRows(db, rows);
    await dropRevisionsBefore(db, before);
    return ok({ purged: rows.length });
  });
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
}
