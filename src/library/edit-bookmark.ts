import { type BookmarkId, type BookmarkPatch, err, ok } from '../domain';
import { toRow } from './bookmark-row';
import { COUNTED_TABLES, writeBookmarks } from './counters';
import { isEmptyPatch } from './fold-patches';
import { queuePatch } from './outbox';
import { rememberPageValues } from './page-values';
import { patchBookmark } from './patch-bookmark';
import type { Written } from './repository';
import type { Store } from './store';
import { commit } from './write';

/** Applies a patch and keeps its intent; the value is the patch that takes it back. */
export async function editBookmark(
  { db, now }: Store,
  id: BookmarkId,
  patch: BookmarkPatch,
): Written<BookmarkPatch> {
  return commit(db, [...COUNTED_TABLES, 'outbox'], async () => {
    const before = await db.bookmarks.get(id);
    if (before === undefined) return err({ kind: 'not-found' });
    const { after, intent, inverse } = patchBookmark(before, patch);
    if (isEmptyPatch(intent)) return ok(inverse);
    const edited = toRow({ ...rememberPageValues(before, after), updated: now() });
    await writeBookmarks(db, [{ before, after: edited }]);
    await queuePatch(db, id, intent, now());
    return ok(inverse);
  });
}
