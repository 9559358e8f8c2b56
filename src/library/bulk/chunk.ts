import type { BookmarkPatch } from '../../domain/bookmark';
import { labelKey } from '../../domain/label';
import { editRows, undoPatch } from '../bookmarks/edit-bookmark';
import { PURGE_TABLES, purgeRows, readRows, restoreRows, trashRows } from '../bookmarks/trash';
import type { BulkAction, BulkChunkRow, BulkUndo, LabelRename } from '../database/bulk-rows';
import { deletionTime } from '../database/clock';
import type { BookmarkRow } from '../database/rows';
import type { Store } from '../database/store';
import { CHANGE_TABLES } from '../outbox/change-bookmarks';

/** The tables of a transaction over a chunk of this action, and over its undo. */
export function tablesOf({ kind }: BulkAction): readonly string[] {
  return kind === 'purge' ? PURGE_TABLES : CHANGE_TABLES;
}

interface ChunkChanges {
  /** Number of bookmarks that were changed. */
  readonly changed: number;
  readonly undo: readonly BulkUndo[];
}

/** Applies an action to bookmarks inside a transaction over `tablesOf`. Missing ones are skipped. */
export async function changeChunk(
  store: Store,
  action: BulkAction,
  { ids, renames }: Pick<BulkChunkRow, 'ids' | 'renames'>,
): Promise<ChunkChanges> {
  const rows = await readRows(store.db, ids);
  switch (action.kind) {
    case 'edit':
    case 'relabel': {
      const patchFor = patchesOf(action, renames);
      const kept = rows.filter(({ trashedAt }) => trashedAt === null);
      const inverses = await editRows(store, kept, patchFor);
      const undo = [...inverses].map(([id, patch]) => ({ id, patch }));
      return { changed: undo.length, undo };
    }
    case 'trash': {
      const trashedAt = await deletionTime(store);
      const trashed = await trashRows(store, rows, trashedAt);
      return { changed: trashed.length, undo: trashed.map(({ id }) => ({ id, trashedAt })) };
    }
    case 'restore': {
      const restored = await restoreRows(store, rows);
      return {
        changed: restored.length,
        undo: restored.map(({ id }) => ({ id, trashedAt: null })),
      };
    }
    case 'purge': {
      const purged = rows.filter(({ trashedAt }) => trashedAt !== null);
      await purgeRows(store, purged);
      return { changed: purged.length, undo: [] };
    }
  }
}

/**
 * Undoes an action on bookmarks inside a transaction over `tablesOf`. Values that are no longer as
 * the action left them stay.
 */
export async function undoChunk(
  store: Store,
  action: BulkAction,
  { undo, renames }: Pick<BulkChunkRow, 'undo' | 'renames'>,
): Promise<void> {
  const rows = await readRows(
    store.db,
    undo.map(({ id }) => id),
  );
  const byId = new Map(undo.map((one) => [one.id, one]));
  const isAsLeft = (row: BookmarkRow) => {
    const one = byId.get(row.id);
    return one !== undefined && 'trashedAt' in one && one.trashedAt === row.trashedAt;
  };
  if (action.kind === 'trash') await restoreRows(store, rows.filter(isAsLeft));
  if (action.kind === 'restore')
    await trashRows(store, rows.filter(isAsLeft), await deletionTime(store));
  if (action.kind !== 'edit' && action.kind !== 'relabel') return;
  const undoFor: UndoFor =
    action.kind === 'edit'
      ? (row, inverse) => undoPatch(row, action.patch, inverse)
      : undoOfRelabel(renames);
  await editRows(store, rows, (row) => {
    const one = byId.get(row.id);
    return one !== undefined && 'patch' in one ? undoFor(row, one.patch) : {};
  });
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

type UndoFor = (row: BookmarkRow, inverse: BookmarkPatch) => BookmarkPatch;

/** A label returns only if its new name is still there: somebody may have removed that since. */
function undoOfRelabel(renames: readonly LabelRename[]): UndoFor {
  const renamed = new Map(renames.map(({ from, to }) => [from, to]));
  return (row, { addLabels = [], removeLabels = [] }) => {
    const keys = new Set(row.labels.map(labelKey));
    const isThere = (name: string | null | undefined) => !name || keys.has(labelKey(name));
    return { addLabels: addLabels.filter((label) => isThere(renamed.get(label))), removeLabels };
  };
}
