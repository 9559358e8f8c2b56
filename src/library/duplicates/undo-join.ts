import type { BookmarkId } from '../../domain/bookmark';
import { pick } from '../../domain/bookmark-fields';
import { isSameValue } from '../../domain/bookmark-values';
import type { Highlight } from '../../domain/highlight';
import { ok } from '../../domain/result';
import type { UnixMs } from '../../domain/time';
import { articleOf } from '../articles/revisions';
import { toRow, writeBookmarks } from '../database/bookmark-rows';
import { commit, type Written } from '../database/commit';
import type { BookmarkRow, RevisionRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import type { Store } from '../database/store';
import { markUnanchored } from '../database/unanchored-highlights';
import { putMovedHighlights } from '../highlights/highlight-states';
import { articleAssets, bookmarkAssets, moveAssetUses } from '../images/assets';
import {
  isUnsent,
  PATCH_FIELDS,
  patchBetween,
  queueContent,
  queuePatch,
  withdrawDeletes,
  withdrawVerification,
} from '../outbox/outbox';
import { JOIN_TABLES, type Joined, type JoinedArticle } from './join-bookmarks';
import { TEXT_FIELDS } from './join-rows';

/**
 * Undoes joins in one transaction, the last one first. Later changes stay. Returns the bookmarks that
 * were deleted since and are not restored.
 */
export async function undoJoins(
  { db, now }: Store,
  joined: readonly Joined[],
): Written<readonly BookmarkId[]> {
  return commit(db, JOIN_TABLES, async () => {
    for (const one of joined.toReversed()) {
      await undoJoin(db, one, now());
      await restoreOthers(db, one, now());
      await moveHighlightsBack(db, one.highlights, now());
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

async function undoJoin(db: LibraryDatabase, joined: Joined, now: UnixMs): Promise<void> {
  const { before, article, others } = joined;
  await withdrawVerification(
    db,
    before.id,
    others.map(({ id }) => id),
  );
  const row = await db.bookmarks.get(before.id);
  if (row === undefined) return;
  const isTextBack = article !== null && (await restoreArticle(db, before.id, article, now));
  const restored = restoredRow(row, joined, isTextBack);
  await writeBookmarks(db, [{ before: row, after: toRow(restored) }]);
  await moveAssetUses(db, bookmarkAssets(restored), bookmarkAssets(row));
  await queuePatch(db, row.id, patchBetween(row, restored), now);
}

const PLAIN_FIELDS = [
  ...PATCH_FIELDS,
  ...(['description', 'icon', 'image', 'created', 'updated'] as const),
];

/** Restores the values before the join, except for fields that were changed since. */
function restoredRow(
  row: BookmarkRow,
  { before, after, wasOwn }: Joined,
  isTextBack: boolean,
): BookmarkRow {
  const { isOwn, ...rest } = row;
  const untouched = PLAIN_FIELDS.filter((field) => isSameValue(row[field], after[field]));
  const fields = [...untouched, ...(isTextBack ? TEXT_FIELDS : [])];
  const added = after.labels.filter((label) => !before.labels.includes(label));
  return {
    // Later changes count, too.
    ...(wasOwn || row.updated !== after.updated ? row : rest),
    ...pick(before, fields),
    labels: row.labels.filter((label) => !added.includes(label)),
  };
}

/** Restores the previous article unless the page was captured again. Returns true if it did. */
async function restoreArticle(
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
  if (sent !== undefined && isUnsent(sent)) await db.outbox.delete(sent.seq);
  else await queueContent(db, id, now);
  return true;
}

async function putBack(db: LibraryDatabase, revision: RevisionRow): Promise<void> {
  await db.articles.put(articleOf(revision));
  await markUnanchored(db, [revision.bookmarkId]);
  await db.revisions.delete(revision.id);
}

/** Restores the bookmarks that the join moved to the trash and that are still there. */
async function restoreOthers(
  db: LibraryDatabase,
  { after, others, trashedAt }: Joined,
  now: UnixMs,
): Promise<void> {
  const rows = await db.bookmarks.bulkGet(others.map(({ id }) => id));
  const changes = others.flatMap(({ updated }, at) => {
    const row = rows[at];
    if (row?.trashedAt !== trashedAt) return [];
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

/**
 * Moves highlights back to their former bookmarks, if these still exist. Edits since then stay,
 * deleted highlights stay deleted.
 */
async function moveHighlightsBack(
  db: LibraryDatabase,
  former: readonly Highlight[],
  now: UnixMs,
): Promise<void> {
  const [rows, bookmarks] = await Promise.all([
    db.highlights.bulkGet(former.map(({ id }) => id)),
    db.bookmarks.bulkGet(former.map(({ bookmarkId }) => bookmarkId)),
  ]);
  const back = former.flatMap(({ bookmarkId, position, doubt: formerDoubt }, at) => {
    const row = rows[at];
    if (row === undefined || bookmarks[at] === undefined) return [];
    const { doubt, ...rest } = row;
    return { ...rest, bookmarkId, position, ...(formerDoubt && { doubt: formerDoubt }) };
  });
  await putMovedHighlights(db, back, now);
}
