import type { BookmarkPatch } from '../../domain/bookmark';
import { editRows } from '../bookmarks/edit-bookmark';
import { PURGE_TABLES, purgeRows, readRows, restoreRows, trashRows } from '../bookmarks/trash';
import type { BulkAction, BulkPartRow, LabelRename } from '../database/bulk-rows';
import type { ChangeLog } from '../database/change-log';
import { deletionTime } from '../database/clock';
import type { BookmarkRow } from '../database/rows';
import type { Store } from '../database/store';
import { CHANGE_TABLES } from '../outbox/change-bookmarks';

/** The tables of a transaction over a part of this action. */
export function tablesOf({ kind }: BulkAction): readonly string[] {
  return kind === 'purge' ? PURGE_TABLES : CHANGE_TABLES;
}

/**
 * Applies an action to bookmarks inside a transaction over `tablesOf`. Missing ones are skipped. Returns
 * the number of bookmarks that were changed.
 */
export async function changePart(
  store: Store,
  action: BulkAction,
  { ids, renames }: Pick<BulkPartRow, 'ids' | 'renames'>,
  log: ChangeLog,
): Promise<number> {
  const rows = await readRows(store.db, ids);
  switch (action.kind) {
    case 'edit':
    case 'relabel': {
      const kept = rows.filter(({ trashedAt }) => trashedAt === null);
      log.addRenames(renames);
      return editRows(store, kept, patchesOf(action, renames), log);
    }
    case 'trash':
      return (await trashRows(store, rows, await deletionTime(store), log)).length;
    case 'restore':
      return (await restoreRows(store, rows, log)).length;
    case 'purge': {
      const purged = rows.filter(({ trashedAt }) => trashedAt !== null);
      await purgeRows(store, purged);
      return purged.length;
    }
  }
}

/** Returns the patch that an action makes for each row. */
function patchesOf(
  action: Extract<BulkAction, { kind: 'edit' | 'relabel' }>,
  renames: readonly LabelRename[],
): (row: BookmarkRow) => BookmarkPatch {
  if (action.kind === 'edit') return () => action.patch;
  const renamed = new Map(renames.map(({ from, to }) => [from, to]));
  return ({ labels }) => {
    const removeLabels = labels.filter((label) => renamed.has(label));
    const addLabels = removeLabels.flatMap((label) => renamed.get(label) ?? []);
    return { addLabels, removeLabels };
  };
}
