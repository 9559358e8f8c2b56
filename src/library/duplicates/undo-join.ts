import type { BookmarkId } from '../../domain/bookmark';
import {
  EDITABLE_FIELDS,
  PAGE_VALUE_FIELDS,
  type PageValues,
  pick,
} from '../../domain/bookmark-fields';
import { isSameValue } from '../../domain/bookmark-values';
import { ok } from '../../domain/result';
import type { UnixMs } from '../../domain/time';
import { articleOf, keepRevision, laterThan } from '../articles/revisions';
import { isSameText } from '../articles/stored-text';
import { toRow } from '../database/bookmark-rows';
import { commit, type Written } from '../database/commit';
import type { ArticleRow, BookmarkRow, RevisionRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import type { Store } from '../database/store';
import { markUnanchored } from '../database/unanchored-highlights';
import {
  highlightStates,
  type JoinedHighlight,
  putMovedHighlights,
  writeHighlightStates,
} from '../highlights/highlight-states';
import { articleAssets, bookmarkAssets, moveAssetUses } from '../images/assets';
import { changeBookmarks } from '../outbox/change-bookmarks';
import { queueContent, withdrawVerification } from '../outbox/outbox';
import { isUnsent } from '../outbox/waiting-intents';
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
      for (const moved of one.highlights.toReversed()) await moveHighlightsBack(db, moved, now());
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
  const isTextBack = article !== null && (await restoreArticle(db, row, joined, article, now));
  const restored = restoredRow(row, joined, isTextBack);
  await changeBookmarks(db, [{ before: row, after: toRow(restored) }], now);
  await moveAssetUses(db, bookmarkAssets(restored), bookmarkAssets(row));
}

const PLAIN_FIELDS = [
  ...EDITABLE_FIELDS,
  ...(['excerpt', 'description', 'icon', 'image', 'created', 'updated'] as const),
];

/** Restores the values before the join, except for fields that were changed since. */
function restoredRow(
  row: BookmarkRow,
  { before, after, wasOwn, originalValues: formerOriginals }: Joined,
  isTextBack: boolean,
): BookmarkRow {
  const { isOwn, originalValues: originals = {}, ...rest } = row;
  const untouched = PLAIN_FIELDS.filter((field) => isSameValue(row[field], after[field]));
  const fields = [...untouched, ...(isTextBack ? TEXT_FIELDS : [])];
  const edited = PAGE_VALUE_FIELDS.flatMap((field) => {
    // Older joins did not change what counts as edited.
    const former: Partial<PageValues> = formerOriginals ?? originals;
    const from = untouched.includes(field) ? former : originals;
    return field in from ? [[field, from[field]]] : [];
  });
  const added = after.labels.filter((label) => !before.labels.includes(label));
  return {
    // Later changes count, too.
    ...rest,
    ...(isOwn && (wasOwn || row.updated !== after.updated) && { isOwn }),
    ...(edited.length > 0 && { originalValues: Object.fromEntries(edited) }),
    ...pick(before, fields),
    labels: row.labels.filter((label) => !added.includes(label)),
  };
}

/**
 * Restores the previous article unless the page was captured again. The other one becomes a revision
 * unless the bookmark from which it came has it. Returns true if it did.
 */
async function restoreArticle(
  db: LibraryDatabase,
  row: BookmarkRow,
  { others }: Joined,
  { capturedAt, revisionId, seq }: JoinedArticle,
  now: UnixMs,
): Promise<boolean> {
  const { id } = row;
  const [current, revision] = await Promise.all([
    db.articles.get(id),
    revisionId === null ? undefined : db.revisions.get(revisionId),
  ]);
  const isLost = revisionId !== null && revision === undefined;
  if (current?.capturedAt !== capturedAt || isLost) return false;
  const intent = seq === null ? undefined : await db.outbox.get(seq);
  const isUnqueued = intent !== undefined && isUnsent(intent);
  if (revision === undefined) await db.articles.delete(id);
  else await putBack(db, revision, seq === null || isUnqueued ? null : current);
  const theirs = await db.articles.bulkGet(others.map((other) => other.id));
  if (theirs.some((one) => one && isSameText(one.body, current.body))) {
    await moveAssetUses(db, [], articleAssets(current));
  } else {
    await keepRevision(db, current, row, 'put-back', now);
  }
  if (isUnqueued) await db.outbox.delete(intent.seq);
  else await queueContent(db, id, now);
  return true;
}

async function putBack(
  db: LibraryDatabase,
  revision: RevisionRow,
  sent: ArticleRow | null,
): Promise<void> {
  await db.articles.put(laterThan(sent, articleOf(revision)));
  await markUnanchored(db, [revision.bookmarkId]);
  await db.revisions.delete(revision.id);
}

/** Restores the bookmarks that the join moved to the trash and that are still there. */
async function restoreOthers(
  db: LibraryDatabase,
  { others, trashedAt }: Joined,
  now: UnixMs,
): Promise<void> {
  const rows = await db.bookmarks.bulkGet(others.map(({ id }) => id));
  const changes = others.flatMap(({ updated }, at) => {
    const row = rows[at];
    if (row?.trashedAt !== trashedAt) return [];
    const isUntouched = row.updated === trashedAt;
    const back = { ...row, trashedAt: null, updated: isUntouched ? updated : now };
    return [{ before: row, after: toRow(back) }];
  });
  await changeBookmarks(db, changes, now);
}

/**
 * Moves highlights back to their former bookmark, if it still exists. Edits since then stay, deleted
 * highlights stay deleted. Those that became one are two again.
 */
async function moveHighlightsBack(
  db: LibraryDatabase,
  { from, former, deleted, joined }: Joined['highlights'][number],
  now: UnixMs,
): Promise<void> {
  if ((await db.bookmarks.get(from)) === undefined) return;
  // With those that were deleted since.
  const gone = await db.deletedHighlights.bulkGet([...deleted, ...former.map(({ id }) => id)]);
  const backInTrash = gone.flatMap((row) => (row ? { ...row, bookmarkId: from } : []));
  await db.deletedHighlights.bulkPut(backInTrash);
  const isJoined = new Set(joined.map(({ other }) => other.id));
  const rows = await db.highlights.bulkGet([...former.map(({ id }) => id), ...deleted]);
  const places = new Map(former.map((row) => [row.id, row]));
  const back = rows.flatMap((row) => {
    if (row === undefined || isJoined.has(row.id)) return [];
    const { doubt, ...rest } = row;
    const { position, doubt: formerDoubt } = places.get(row.id) ?? row;
    return { ...rest, bookmarkId: from, position, ...(formerDoubt && { doubt: formerDoubt }) };
  });
  const apart = joined.map(({ other }) => other);
  await putMovedHighlights(db, [...back, ...apart], now);
  await restoreNotes(db, joined, now);
}

/** Takes the notes of others from the highlights that got them, unless they were edited since. */
async function restoreNotes(
  db: LibraryDatabase,
  joined: readonly JoinedHighlight[],
  now: UnixMs,
): Promise<void> {
  const states = await highlightStates(
    db,
    joined.map(({ before }) => before.id),
  );
  const after = states.map((state) => {
    const one = joined.find(({ before }) => before.id === state.id);
    const { highlight } = state;
    if (!one || highlight?.note !== one.after.note) return state;
    const { updated } = highlight.updated === one.after.updated ? one.before : highlight;
    return { ...state, highlight: { ...highlight, note: one.before.note, updated } };
  });
  await writeHighlightStates(db, states, after, now);
}
