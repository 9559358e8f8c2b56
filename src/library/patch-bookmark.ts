import { type BookmarkPatch, labelKey, normalLabels } from '../domain';
import type { PatchFields, PatchIntent } from './intents';
import type { BookmarkRow } from './rows';
import { isSameValue } from './same-value';

/** What a patch does to a row. */
export interface PatchedBookmark {
  readonly after: BookmarkRow;
  readonly intent: PatchIntent;
  /** The patch that takes it back. */
  readonly inverse: BookmarkPatch;
}

/** Applies a patch, its values put in order first. What is so already is no change. */
export function patchBookmark(row: BookmarkRow, patch: BookmarkPatch): PatchedBookmark {
  const asked = Object.entries(inOrder(row, patch)).filter(
    // The entries are those of a PatchFields, whose fields a row has.
    ([field, value]) => !isSameValue(value, row[field as keyof PatchFields]),
  );
  const set: PatchFields = Object.fromEntries(asked);
  const base: PatchFields = Object.fromEntries(
    asked.map(([field]) => [field, row[field as keyof PatchFields]]),
  );
  const removed = sharing(row.labels, patch.removeLabels);
  const kept = row.labels.filter((name) => !removed.includes(name));
  const asKept = normalLabels(patch.addLabels ?? []);
  const added = asKept.filter((name) => sharing([name], kept).length === 0);
  const addLabels = added.filter((name) => !removed.includes(name));
  const removeLabels = removed.filter((name) => !added.includes(name));
  return {
    after: { ...row, ...set, labels: [...kept, ...added] },
    intent: { kind: 'patch', set, base, addLabels, removeLabels },
    inverse: {
      ...base,
      ...(removeLabels.length > 0 ? { addLabels: removeLabels } : {}),
      ...(addLabels.length > 0 ? { removeLabels: addLabels } : {}),
    },
  };
}

/** Those of `labels` that are also in `others`, in whatever case. */
function sharing(labels: readonly string[], others: readonly string[] = []): readonly string[] {
  const keys = new Set(normalLabels(others).map(labelKey));
  return labels.filter((name) => keys.has(labelKey(name)));
}

/** The fields a patch sets, as they are kept. */
function inOrder(row: BookmarkRow, patch: BookmarkPatch): PatchFields {
  const { addLabels, removeLabels, ...fields } = patch;
  const { title, siteName, authors, published, readProgress } = fields;
  return {
    ...fields,
    ...(title === undefined ? {} : { title: title.trim() || row.url }),
    ...(siteName === undefined ? {} : { siteName: siteName.trim() }),
    ...(authors === undefined
      ? {}
      : { authors: authors.map((name) => name.trim()).filter((name) => name !== '') }),
    ...(published === undefined ? {} : { published: published?.trim() || null }),
    ...(readProgress === undefined
      ? {}
      : { readProgress: Math.min(100, Math.max(0, Math.round(readProgress))) }),
  };
}
