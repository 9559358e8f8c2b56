import type { BookmarkId, BookmarkPatch } from '../../domain/bookmark';
import { pick } from '../../domain/bookmark-fields';
import { changedFields, isSameValue, tidyValues } from '../../domain/bookmark-values';
import { labelKey, normalLabel, normalLabels } from '../../domain/label';
import { err, ok, type Result } from '../../domain/result';
import { toRow } from '../database/bookmark-rows';
import { act, type ChangeLog, type Done } from '../database/change-log';
import { commit, type LibraryError, type Written } from '../database/commit';
import type { BookmarkChange, BookmarkRow } from '../database/rows';
import type { Store } from '../database/store';
import { CHANGE_TABLES, changeBookmarks } from '../outbox/change-bookmarks';
import { keepOriginalValues } from './page-values';

/** Applies a patch. */
export const editBookmark = (
  store: Store,
  id: BookmarkId,
  patch: BookmarkPatch,
): Written<Done<void>> => act(store, CHANGE_TABLES, (log) => editOne(store, id, patch, log));

/** Stores how far a page was read. Nobody undoes that, so it is not in the log. */
export const setPlace = (
  store: Store,
  id: BookmarkId,
  place: Pick<BookmarkPatch, 'readProgress' | 'readAnchor'>,
): Written<void> => commit(store.db, CHANGE_TABLES, () => editOne(store, id, place));

async function editOne(
  store: Store,
  id: BookmarkId,
  patch: BookmarkPatch,
  log?: ChangeLog,
): Promise<Result<void, LibraryError>> {
  const row = await store.db.bookmarks.get(id);
  if (row === undefined) return err({ kind: 'not-found' });
  await editRows(store, [row], () => patch, log);
  return ok(undefined);
}

/**
 * Applies the patch for each row inside a transaction over `CHANGE_TABLES`. Returns the number of rows
 * that have changed: values that are equal already are no change.
 */
export async function editRows(
  { db, now }: Store,
  rows: readonly BookmarkRow[],
  patchFor: (row: BookmarkRow) => BookmarkPatch,
  log?: ChangeLog,
): Promise<number> {
  const changes = rows.flatMap((before): BookmarkChange[] => {
    const after = patched(before, patchFor(before));
    if (after === null) return [];
    return [{ before, after: toRow({ ...keepOriginalValues(before, after), updated: now() }) }];
  });
  await changeBookmarks(db, changes, now(), log);
  return changes.length;
}

/** The fields that a patch sets as a whole. */
type PatchedFields = Omit<BookmarkPatch, 'addLabels' | 'removeLabels'>;

/** Normalises and applies a patch. null: it changes nothing. */
function patched(row: BookmarkRow, patch: BookmarkPatch): BookmarkRow | null {
  const asked = patchInOrder(row, patch);
  // Objects of this type have no other keys.
  const fields = changedFields(
    Object.keys(asked) as (keyof PatchedFields)[],
    (field) => !isSameValue(asked[field], row[field]),
  );
  const removed = sharing(row.labels, patch.removeLabels);
  const kept = row.labels.filter((name) => !removed.includes(name));
  const normalised = normalLabels(patch.addLabels ?? []);
  const added = normalised.filter((name) => sharing([name], kept).length === 0);
  const isSame =
    removed.every((name) => added.includes(name)) && added.every((name) => removed.includes(name));
  if (fields.length === 0 && isSame) return null;
  return { ...row, ...pick(asked, fields), labels: [...kept, ...added] };
}

/** Returns the labels that are also in `others`, ignoring case. */
function sharing(labels: readonly string[], others: readonly string[] = []): readonly string[] {
  // A label that is no longer accepted can still be removed.
  const keys = new Set(others.map((name) => labelKey(normalLabel(name) ?? name)));
  return labels.filter((name) => keys.has(labelKey(name)));
}

/** Returns the fields of a patch in the form in which they are stored. */
function patchInOrder(row: BookmarkRow, patch: BookmarkPatch): PatchedFields {
  const { addLabels, removeLabels, ...fields } = patch;
  const tidied = tidyValues(fields);
  return tidied.title === '' ? { ...tidied, title: row.url } : tidied;
}
