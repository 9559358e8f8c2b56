import { EDITABLE_FIELDS, pick } from '../../domain/bookmark-fields';
import { isSameValue } from '../../domain/bookmark-values';
import type { PatchFields, PatchIntent } from '../database/outbox-rows';
import type { BookmarkRow } from '../database/rows';

/**
 * Folds two patches into one with the base of `first`. Fields that are back at their base are
 * omitted, so that an undone change leaves nothing to send.
 */
export function foldPatches(first: PatchIntent, second: PatchIntent): PatchIntent {
  const set: PatchFields = { ...first.set, ...second.set };
  const base: PatchFields = { ...second.base, ...first.base };
  const fields = keysOf(set).filter((field) => !isSameValue(set[field], base[field]));
  return {
    kind: 'patch',
    set: pick(set, fields),
    base: pick(base, fields),
    addLabels: [
      ...without(first.addLabels, second.removeLabels),
      ...without(second.addLabels, first.removeLabels),
    ],
    removeLabels: [
      ...without(first.removeLabels, second.addLabels),
      ...without(second.removeLabels, first.addLabels),
    ],
  };
}

/** Returns true if the patch changes nothing. */
export const isEmptyPatch = (patch: PatchIntent): boolean =>
  keysOf(patch.set).length + patch.addLabels.length + patch.removeLabels.length === 0;

// Objects of this type have no other keys.
const keysOf = (fields: PatchFields) => Object.keys(fields) as (keyof PatchFields)[];

const without = (names: readonly string[], others: readonly string[]): readonly string[] =>
  names.filter((name) => !others.includes(name));

/** The fields of a bookmark that an intent can set. */
export const PATCH_FIELDS = [...EDITABLE_FIELDS, 'excerpt'] as const;

/** Returns the patch that changes one state of a bookmark into another. */
export function patchBetween(before: BookmarkRow, after: BookmarkRow): PatchIntent {
  const fields = PATCH_FIELDS.filter((field) => !isSameValue(before[field], after[field]));
  return {
    kind: 'patch',
    set: pick(after, fields),
    base: pick(before, fields),
    addLabels: after.labels.filter((label) => !before.labels.includes(label)),
    removeLabels: before.labels.filter((label) => !after.labels.includes(label)),
  };
}
