import type { BookmarkId } from '../../domain/bookmark';
import { ok } from '../../domain/result';
import type { UnixMs } from '../../domain/time';
import { COUNTED_TABLES, dated, toRow } from '../database/bookmark-rows';
import { act, type ChangeLog, type Done, forgetLogged, LOG_TABLES } from '../database/change-log';
import { deletionTime } from '../database/clock';
import { type Written, write } from '../database/commit';
import type { BookmarkRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import { moveArticles, writeShadows } from '../database/shadow-rows';
import type { Store } from '../database/store';
import { ASSET_TABLES, articleAssets, bookmarkAssets, moveAssetUses } from '../images/assets';
import { CHANGE_TABLES, changeBookmarks } from '../outbox/change-bookmarks';

/**
 * Moves bookmarks to the trash. Unknown ids and bookmarks in the trash are skipped. The deletion is sent
 * after `UNDO_MS` at the earliest.
 */
export const trashBookmarks = (store: Store, ids: readonly BookmarkId[]): Written<Done<void>> =>
  act(store, CHANGE_TABLES, async (log) => {
    const rows = await readRows(store.db, ids);
    await trashRows(store, rows, await deletionTime(store), log);
    return ok(undefined);
  });

/**
 * Moves rows to the trash inside a transaction over `CHANGE_TABLES`, and returns those that were not
 * there.
 */
export async function trashRows(
  { db, now }: Store,
  rows: readonly BookmarkRow[],
  at: UnixMs,
  log?: ChangeLog,
): Promise<readonly BookmarkRow[]> {
  const kept = rows.filter(({ trashedAt }) => trashedAt === null);
  await moveTo(db, kept, at, now(), log);
  return kept;
}

/** Restores bookmarks from the trash. Others are skipped. */
export const restoreBookmarks = (store: Store, ids: readonly BookmarkId[]): Written<Done<void>> =>
  act(store, CHANGE_TABLES, async (log) => {
    await restoreRows(store, await readRows(store.db, ids), log);
    return ok(undefined);
  });

/**
 * Restores rows inside a transaction over `CHANGE_TABLES`, and returns those that were in the trash.
 */
export async function restoreRows(
  { db, now }: Store,
  rows: readonly BookmarkRow[],
  log?: ChangeLog,
): Promise<readonly BookmarkRow[]> {
  const trashed = rows.filter(({ trashedAt }) => trashedAt !== null);
  await moveTo(db, trashed, null, now(), log);
  await wantArticles(db, idsOf(trashed));
  return trashed;
}

/** No articles are fetched for the trash, so they may be fetched now. */
export async function wantArticles(db: LibraryDatabase, ids: readonly BookmarkId[]): Promise<void> {
  const shadows = await db.shadows.bulkGet([...ids]);
  const left = shadows.flatMap((shadow) => (shadow?.article === 'skipped' ? shadow : []));
  await moveArticles(db, left, 'pending');
}

const idsOf = (rows: readonly BookmarkRow[]): readonly BookmarkId[] => rows.map(({ id }) => id);

/** Returns the existing rows, each once. */
export async function readRows(
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
  log: ChangeLog | undefined,
): Promise<void> {
  await changeBookmarks(
    db,
    rows.map((before) => ({
      before,
      after: toRow(dated(before, { ...before, trashedAt, updated: now })),
    })),
    now,
    log,
  );
}

/** Number of articles in memory at once. They are read for the images that end with them. */
export const PURGE_BATCH = 50;

export const PURGE_TABLES = [
  ...COUNTED_TABLES,
  ...ASSET_TABLES,
  'articles',
  'revisions',
  'highlights',
  'deletedHighlights',
  ...LOG_TABLES,
  'highlightShadows',
  'sentPages',
  'outbox',
  'shadows',
];

/**
 * Deletes bookmarks in the trash for good with everything that belongs to them, only when a person
 * asks for it. Others are skipped.
 */
export async function purgeBookmarks(store: Store, ids: readonly BookmarkId[]): Written<void> {
  return write(store.db, PURGE_TABLES, async () => {
    const rows = await readRows(store.db, ids);
    await purgeRows(
      store,
      rows.filter(({ trashedAt }) => trashedAt !== null),
    );
  });
}

/** Follows work that is done in several transactions, and stops it between two of them. */
export interface Steps {
  /** Called after each transaction with the number of things that it removed. */
  readonly onStep?: (removed: number) => void;
  readonly signal?: AbortSignal;
}

/** Deletes rows for good inside a transaction over `PURGE_TABLES`. */
export async function purgeRows({ db, now }: Store, rows: readonly BookmarkRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += PURGE_BATCH) {
    await purgeBatch(db, rows.slice(start, start + PURGE_BATCH), now());
  }
}

async function purgeBatch(
  db: LibraryDatabase,
  rows: readonly BookmarkRow[],
  now: UnixMs,
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const articles = (await db.articles.bulkGet(ids)).filter((row) => row !== undefined);
  const revisions = await db.revisions.where('bookmarkId').anyOf(ids).toArray();
  const ended = [
    ...[...articles, ...revisions].flatMap(articleAssets),
    ...rows.flatMap(bookmarkAssets),
  ];
  await db.articles.bulkDelete(ids);
  await db.revisions.bulkDelete(revisions.map(({ id }) => id));
  await db.highlights.where('bookmarkId').anyOf(ids).delete();
  await db.deletedHighlights.where('bookmarkId').anyOf(ids).delete();
  await forgetLogged(db, ids);
  await db.highlightShadows.where('bookmarkId').anyOf(ids).delete();
  await db.sentPages.bulkDelete(ids);
  await db.outbox.where('of').anyOf(ids).delete();
  await moveAssetUses(db, [], ended);
  await changeBookmarks(
    db,
    rows.map((before) => ({ before, after: null })),
    now,
  );
  await dropUnlinked(db, ids);
}

/**
 * A shadow outlives its bookmark until the deletion is sent. Without a server id there is nothing
 * to send.
 */
async function dropUnlinked(db: LibraryDatabase, ids: readonly BookmarkId[]): Promise<void> {
  const shadows = await db.shadows.bulkGet([...ids]);
  const unlinked = shadows.flatMap((shadow) => (shadow?.serverId === null ? shadow : []));
  await writeShadows(
    db,
    unlinked.map((before) => ({ before, after: null })),
  );
}
