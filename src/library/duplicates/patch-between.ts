import type { PatchFields, PatchIntent } from '../intents';
import type { BookmarkRow } from '../rows';
import { isSameValue } from '../same-value';

/** The fields of a bookmark that an intent can set. */
export const PATCH_FIELDS = [
  'title',
  'siteName',
  'authors',
  'published',
  'excerpt',
  'isFavourite',
  'isArchived',
  'readProgress',
  'readAnchor',
] as const satisfies readonly (keyof PatchFields)[];

/** The patch that makes one state of a bookmark of the other. */
export function patchBetween(before: BookmarkRow, after: BookmarkRow): PatchIntent {
  const fields = PATCH_FIELDS.filter((field) => !isSameValue(before[field], after[field]));
  const only = (row: BookmarkRow): PatchFields =>
    Object.fromEntries(fields.map((field) => [field, row[field]]));
  return {
    kind: 'patch',
    set: only(after),
    base: only(before),
    addLabels: after.labels.filter((label) => !before.labels.includes(label)),
    removeLabels: before.labels.filter((label) => !after.labels.includes(label)),
  };
}
