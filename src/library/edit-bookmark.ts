import { type BookmarkId, type BookmarkPatch, err, ok } from '../domain';
import { toRow } from './bookmark-row';
import { COUNTED_TABLES, writeBookmarks } from './counters';
import { isEmptyPatch } from './fold-patches';
import type { PatchIntent } from './intents';
import { queuePatches } from './outbox';
import { rememberPageValues } from './page-values';
import { patchBookmark } from './patch-bookmark';
import type { Written } from './repository';
import type { BookmarkChange, BookmarkRow } from './rows';
import type { Store } from './store';
import { commit } from './write';

export const EDIT_TABLES = [...COUNTED_TABLES, 'outbox'];

/** Applies a patch and keeps its intent; the value is the patch that takes it back. */
export async function editBookmark(
  store: Store,
  id: BookmarkId,
  patch: BookmarkPatch,
): Written<BookmarkPatch> {
  return commit(store.db, EDIT_TABLES, async () => {
    const row = await store.db.bookmarks.get(id);
    if (row === undefined) return err({ kind: 'not-found' });
    const inverse = await editRows(store, [row], () => patch);
    return ok(inverse.get(id) ?? {});
  });
}

/**
 * Applies to each row the patch for it, inside a transaction over `EDIT_TABLES`; the patches that
 * take it back, by bookmark. What is so already is no change.
 */
export async function editRows(
  { db, now }: Store,
  rows: readonly BookmarkRow[],
  patchFor: (row: BookmarkRow) => BookmarkPatch,
): Promise<ReadonlyMap<BookmarkId, BookmarkPatch>> {
  const changes: BookmarkChange[] = [];
  const intents = new Map<BookmarkId, PatchIntent>();
  const inverses = new Map<BookmarkId, BookmarkPatch>();
  for (const before of rows) {
    const { after, intent, inverse } = patchBookmark(before, patchFor(before));
    if (isEmptyPatch(intent)) continue;
    const edited = toRow({ ...rememberPageValues(before, after), updated: now() });
    changes.push({ before, after: edited });
    intents.set(before.id, intent);
    inverses.set(before.id, inverse);
  }
  await writeBookmarks(db, changes);
  await queuePatches(db, intents, now());
  return inverses;
}
