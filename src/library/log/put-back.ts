import type { BookmarkPatch } from '../../domain/bookmark';
import { EDITABLE_FIELDS } from '../../domain/bookmark-fields';
import { changedFields, isSameValue } from '../../domain/bookmark-values';
import { labelKey } from '../../domain/label';
import { editRows } from '../bookmarks/edit-bookmark';
import { readRows, restoreRows, trashRows } from '../bookmarks/trash';
import type { LabelRename } from '../database/bulk-rows';
import type { ChangeLog } from '../database/change-log';
import { isPageEntry } from '../database/log-entries';
import type { BookmarkLogEntry } from '../database/log-rows';
import type { BookmarkRow } from '../database/rows';
import type { Store } from '../database/store';
import { putPageBack, trashTimeAgain } from './put-page-back';

/**
 * Restores what a change of bookmarks has changed, inside a transaction over `CHANGE_TABLES` and
 * `ASSET_TABLES`. Values that are no longer as the change left them stay.
 */
export async function putBookmarksBack(
  store: Store,
  entry: BookmarkLogEntry,
  renames: readonly LabelRename[],
  log: ChangeLog,
): Promise<void> {
  const { ids, before, after } = entry;
  if (isPageEntry(entry)) {
    for (const row of await readRows(store.db, ids)) await putPageBack(store, row, entry, log);
    return;
  }
  const { trashedAt } = after;
  if (trashedAt !== undefined) {
    const rows = (await readRows(store.db, ids)).filter((row) => row.trashedAt === trashedAt);
    const again = await trashTimeAgain(store, before.trashedAt);
    if (again === null) await restoreRows(store, rows, log);
    else await trashRows(store, rows, again, log);
  }
  await putFieldsBack(store, await readRows(store.db, ids), entry, renames, log);
}

/** Restores the fields and labels of these bookmarks, as `putBookmarksBack` does. */
async function putFieldsBack(
  store: Store,
  rows: readonly BookmarkRow[],
  { before, after }: Pick<BookmarkLogEntry, 'before' | 'after'>,
  renames: readonly LabelRename[],
  log: ChangeLog,
): Promise<void> {
  const logged = EDITABLE_FIELDS.filter((field) => field in after);
  const renamed = Map.groupBy(renames, ({ from }) => from);
  const patchOf = (row: BookmarkRow): BookmarkPatch => {
    const changedSince = changedFields(logged, (field) => !isSameValue(row[field], after[field]));
    const back = logged.filter((field) => !changedSince.includes(field));
    const keys = new Set(row.labels.map(labelKey));
    // A label returns only if its new name is still there: somebody may have removed that since.
    const isThere = (label: string) =>
      renamed.get(label)?.some(({ to }) => to === null || keys.has(labelKey(to))) ?? true;
    return {
      ...Object.fromEntries(back.map((field) => [field, before[field]])),
      addLabels: (before.labels ?? []).filter(isThere),
      removeLabels: after.labels ?? [],
    };
  };
  await editRows(store, rows, patchOf, log);
}
