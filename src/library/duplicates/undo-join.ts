import { type BookmarkId, ok, type UnixMs } from '../../domain';
import { toRow, writeBookmarks } from '../database/bookmark-rows';
import { commit, type Written } from '../database/commit';
import type { BookmarkRow, RevisionRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import type { Store } from '../database/store';
import { articleAssets, bookmarkAssets, moveAssetUses } from '../images/assets';
import {
  isUntried,
  queueContent,
  queuePatch,
  withdrawDeletes,
  withdrawKeep,
} from '../outbox/outbox';
import { isSameValue, PATCH_FIELDS, patchBetween } from '../outbox/patches';
import type { Joined, JoinedArticle } from './duplicate-repository';
import { JOIN_TABLES } from './join-bookmarks';
import { TEXT_FIELDS } from './join-rows';

/**
 * Takes joins back, the last first; all in one transaction. The value is which of the bookmarks were
 * deleted since, and stay so.
 */
export async function takeBackJoins(
  { db, now }: Store,
  joined: readonly Joined[],
): Written<readonly BookmarkId[]> {
  return commit(db, JOIN_TABLES, async () => {
    for (const one of joined.toReversed()) {
      await takeBackKept(db, one, now());
      await takeBackOthers(db, one, now());
    }
    return ok(await readDeleted(db, joined));
  });
}

async function readDeleted(
  db: LibraryDatabase,
  joined: readonly Joined[],
): Promise<readonly BookmarkId[]> {
  const ids = joined.flatMap(({ before, others }) => [before.id, ...others.map(({ id }) => id)]);
  const rows = await db.bookmarks.bulkGet(ids);
  return ids.filter((_, at) => rows[at]?.trashedAt !== null);
}

async function takeBackKept(db: LibraryDatabase, joined: Joined, now: UnixMs): Promise<void> {
  const { before, article, others } = joined;
  await withdrawKeep(
    db,
    before.id,
    others.map(({ id }) => id),
  );
  const row = await db.bookmarks.get(before.id);
  if (row === undefined) return;
  const isTextBack = article !== null && (await takeBackArticle(db, before.id, article, now));
  const restored = restoredRow(row, joined, isTextBack);
  await writeBookmarks(db, [{ before: row, after: toRow(restored) }]);
  await moveAssetUses(db, bookmarkAssets(restored), bookmarkAssets(row));
  await queuePatch(db, row.id, patchBetween(row, restored), now);
}

const PLAIN_FIELDS = [
  ...PATCH_FIELDS,
  ...(['description', 'icon', 'image', 'created', 'updated'] as const),
];

/** The row with what it had before the join, but for what was changed since. */
function restoredRow(
  row: BookmarkRow,
  { before, after }: Joined,
  isTextBack: boolean,
): BookmarkRow {
  const untouched = PLAIN_FIELDS.filter((field) => isSameValue(row[field], after[field]));
  const fields = [...untouched, ...(isTextBack ? TEXT_FIELDS : [])];
  const added = after.labels.filter((label) => !before.labels.includes(label));
  return {
    ...row,
    // The fields are those of a bookmark, each with its own value.
    ...(Object.fromEntries(fields.map((field) => [field, before[field]])) as Partial<BookmarkRow>),
    labels: row.labels.filter((label) => !added.includes(label)),
  };
}

/** Puts the article back that was there before, unless it was captured anew; whether it did. */
async function takeBackArticle(
  db: LibraryDatabase,
  id: BookmarkId,
  { capturedAt, revisionId, seq }: JoinedArticle,
  now: UnixMs,
): Promise<boolean> {
  const [current, revision] = await Promise.all([
    db.articles.get(id),
    revisionId === null ? undefined : db.revisions.get(revisionId),
  ]);
  const isLost = revisionId !== null && revision === undefined;
  if (current?.capturedAt !== capturedAt || isLost) return false;
  if (revision === undefined) await db.articles.delete(id);
  else await putBack(db, revision);
  await moveAssetUses(db, [], articleAssets(current));
  const sent = seq === null ? undefined : await db.outbox.get(seq);
  if (sent !== undefined && isUntried(sent)) await db.outbox.delete(sent.seq);
  else await queueContent(db, id, now);
  return true;
}

async function putBack(db: LibraryDatabase, revision: RevisionRow): Promise<void> {
  const { id, replacedAt, ...article } = revision;
  await db.articles.put(article);
  await db.revisions.delete(id);
}

/** Takes out of the trash what the join put there and is still there. */
async function takeBackOthers(
  db: LibraryDatabase,
  { after, others }: Joined,
  now: UnixMs,
): Promise<void> {
  const rows = await db.bookmarks.bulkGet(others.map(({ id }) => id));
  const changes = others.flatMap(({ updated }, at) => {
    const row = rows[at];
    if (row?.trashedAt !== after.updated) return [];
    const isUntouched = row.updated === after.updated;
    const back = { ...row, trashedAt: null, updated: isUntouched ? updated : now };
    return [{ before: row, after: toRow(back) }];
  });
  await writeBookmarks(db, changes);
  await withdrawDeletes(
    db,
    changes.map(({ before }) => before.id),
    now,
  );
}
