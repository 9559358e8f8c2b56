import type { BookmarkId, BookmarkPatch } from '../../domain/bookmark';
import { DETAIL_FIELDS, pick } from '../../domain/bookmark-fields';
import { changedFields, isEmptyValue, isSameValue, tidyValues } from '../../domain/bookmark-values';
import { labelKey, normalLabel, normalLabels } from '../../domain/label';
import { err, ok } from '../../domain/result';
import { toRow } from '../database/bookmark-rows';
import { commit, type Written } from '../database/commit';
import { logReplaced, OWN_TABLES } from '../database/own-changes';
import type { BookmarkChange, BookmarkRow } from '../database/rows';
import type { Store } from '../database/store';
import { CHANGE_TABLES, changeBookmarks } from '../outbox/change-bookmarks';
import { keepOriginalValues } from './page-values';

const EDIT_TABLES = [...CHANGE_TABLES, ...OWN_TABLES];

/** Applies a patch. Returns the patch that undoes it. */
export async function editBookmark(
  store: Store,
  id: BookmarkId,
  patch: BookmarkPatch,
): Written<BookmarkPatch> {
  return commit(store.db, EDIT_TABLES, async () => {
    const row = await store.db.bookmarks.get(id);
    if (row === undefined) return err({ kind: 'not-found' });
    return ok(await editLogged(store, row, patch));
  });
}

/**
 * Undoes an edit by its patch and the inverse that `editBookmark` returned. Values that are no longer
 * as the edit left them stay.
 */
export const undoEdit = (
  store: Store,
  id: BookmarkId,
  patch: BookmarkPatch,
  inverse: BookmarkPatch,
): Written<void> =>
  commit(store.db, EDIT_TABLES, async () => {
    const row = await store.db.bookmarks.get(id);
    if (row === undefined) return err({ kind: 'not-found' });
    await editLogged(store, row, undoPatch(row, patch, inverse));
    return ok(undefined);
  });

/**
 * Edits one bookmark and returns the patch that undoes it. What a person had written, and labels that
 * are removed, can be taken back later. Actions on many bookmarks have their own undo.
 */
async function editLogged(
  store: Store,
  row: BookmarkRow,
  patch: BookmarkPatch,
): Promise<BookmarkPatch> {
  const { id } = row;
  const inverse = (await editRows(store, [row], () => patch)).get(id);
  if (inverse === undefined) return {};
  const { addLabels: removed = [], removeLabels: added = [] } = inverse;
  const fields = DETAIL_FIELDS.filter((field) => field in inverse);
  const edited = await store.db.bookmarks.get(id);
  if (edited === undefined || fields.length + removed.length + added.length === 0) return inverse;
  const replaced = [
    ...fields.map((field) => ({ field, ours: inverse[field], theirs: edited[field] })),
    { field: 'labels', ours: removed, theirs: [] },
  ];
  const lost = replaced.filter(({ ours }) => !isEmptyValue(ours));
  await logReplaced(store, { bookmarkId: id }, lost, edited);
  return inverse;
}

/**
 * Returns the part of `inverse` whose values are as `patch` left them. A label that is there again, or
 * gone again, is no change, so labels need no comparison.
 */
export function undoPatch(
  row: BookmarkRow,
  patch: BookmarkPatch,
  { addLabels = [], removeLabels = [], ...fields }: BookmarkPatch,
): BookmarkPatch {
  const left = inOrder(row, patch);
  // The fields of an inverse are those of its patch.
  const changed = changedFields(
    Object.keys(fields),
    (field) => !isSameValue(row[field as keyof PatchedFields], left[field as keyof PatchedFields]),
  );
  const unchanged = Object.entries(fields).filter(([field]) => !changed.includes(field));
  return { ...Object.fromEntries(unchanged), addLabels, removeLabels };
}

/**
 * Applies the patch for each row inside a transaction over `CHANGE_TABLES`. Returns the patches that
 * undo it, by bookmark. Values that are equal already are no change.
 */
export async function editRows(
  { db, now }: Store,
  rows: readonly BookmarkRow[],
  patchFor: (row: BookmarkRow) => BookmarkPatch,
): Promise<ReadonlyMap<BookmarkId, BookmarkPatch>> {
  const changes: BookmarkChange[] = [];
  const inverses = new Map<BookmarkId, BookmarkPatch>();
  for (const before of rows) {
    const { after, inverse } = patchBookmark(before, patchFor(before));
    if (Object.keys(inverse).length === 0) continue;
    const edited = toRow({ ...keepOriginalValues(before, after), updated: now() });
    changes.push({ before, after: edited });
    inverses.set(before.id, inverse);
  }
  await changeBookmarks(db, changes, now());
  return inverses;
}

/** The fields that a patch sets as a whole. */
type PatchedFields = Omit<BookmarkPatch, 'addLabels' | 'removeLabels'>;

/** The result of applying a patch to a row. */
export interface PatchedBookmark {
  readonly after: BookmarkRow;
  /** The patch that undoes it; without fields: nothing has changed. */
  readonly inverse: BookmarkPatch;
}

/** Normalises and applies a patch. Values that are equal already are no change. */
function patchBookmark(row: BookmarkRow, patch: BookmarkPatch): PatchedBookmark {
  const asked = inOrder(row, patch);
  // Objects of this type have no other keys.
  const fields = changedFields(
    Object.keys(asked) as (keyof PatchedFields)[],
    (field) => !isSameValue(asked[field], row[field]),
  );
  const set = pick(asked, fields);
  const base = pick(row, fields);
  const removed = sharing(row.labels, patch.removeLabels);
  const kept = row.labels.filter((name) => !removed.includes(name));
  const normalised = normalLabels(patch.addLabels ?? []);
  const added = normalised.filter((name) => sharing([name], kept).length === 0);
  const addLabels = added.filter((name) => !removed.includes(name));
  const removeLabels = removed.filter((name) => !added.includes(name));
  return {
    after: { ...row, ...set, labels: [...kept, ...added] },
    inverse: {
      ...base,
      ...(removeLabels.length > 0 ? { addLabels: removeLabels } : {}),
      ...(addLabels.length > 0 ? { removeLabels: addLabels } : {}),
    },
  };
}

/** Returns the labels that are also in `others`, ignoring case. */
function sharing(labels: readonly string[], others: readonly string[] = []): readonly string[] {
  // A label that is no longer accepted can still be removed.
  const keys = new Set(others.map((name) => labelKey(normalLabel(name) ?? name)));
  return labels.filter((name) => keys.has(labelKey(name)));
}

/** Returns the fields of a patch in the form in which they are stored. */
function inOrder(row: BookmarkRow, patch: BookmarkPatch): PatchedFields {
  const { addLabels, removeLabels, ...fields } = patch;
  const tidied = tidyValues(fields);
  return tidied.title === '' ? { ...tidied, title: row.url } : tidied;
}
