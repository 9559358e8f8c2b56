import { EDITABLE_FIELDS } from '../../domain/bookmark-fields';
import { changedFields } from '../../domain/bookmark-values';
import { labelKey, normalLabels } from '../../domain/label';
import {
  isEmptyPatch,
  isUnsent,
  type PatchFields,
  type PatchIntent,
  type QueuedIntent,
  type ServerVersion,
} from '../../library';
import { type Editable, isSameField } from './server-version';

/**
 * Returns true if the server's reading position is further than the patch's and the patch did not
 * set it back on purpose.
 */
export function yieldsProgress({ set, base }: PatchIntent, there: number): boolean {
  const { readProgress: wanted } = set;
  if (wanted === undefined) return false;
  return there > wanted && wanted >= (base.readProgress ?? 0);
}

/** Returns the version that the server has after a patch. */
export function afterPatch<V extends Editable>(there: V, patch: PatchIntent): V {
  const { readProgress, readAnchor } = yieldsProgress(patch, there.readProgress)
    ? there
    : { ...there, ...patch.set };
  const labels = mergeLabels([patch], there);
  return { ...there, ...patch.set, readProgress, readAnchor, labels };
}

/**
 * Rebases waiting patches, each on the version that the server will have when the patch arrives. A
 * patch that was attempted is sent unchanged, so a patch that undoes it must follow. Values that
 * the server has already are dropped. The base of the others is the server's value, so that undoing
 * an edit is still sent.
 */
export function rebaseIntents(
  intents: readonly QueuedIntent[],
  there: ServerVersion,
): readonly QueuedIntent[] {
  let awaited = there;
  return intents.flatMap((queued) => {
    if (queued.intent.kind !== 'patch') return queued;
    const intent = isUnsent(queued) ? rebasePatch(queued.intent, awaited) : queued.intent;
    awaited = afterPatch(awaited, intent);
    if (isEmptyPatch(intent)) return [];
    return intent === queued.intent ? queued : { ...queued, intent };
  });
}

function rebasePatch(patch: PatchIntent, there: ServerVersion): PatchIntent {
  const set: Record<string, unknown> = { ...patch.set };
  const base: Record<string, unknown> = { ...patch.base };
  const drop = (field: string) => {
    delete set[field];
    delete base[field];
  };
  if (yieldsProgress(patch, there.readProgress)) {
    drop('readProgress');
    drop('readAnchor');
  }
  const fields = EDITABLE_FIELDS.filter((field) => field in set);
  const changed = changedFields(fields, (name) => !isSameField(name, set[name], there[name]));
  for (const field of fields) {
    if (changed.includes(field)) base[field] = there[field];
    else drop(field);
  }
  const labels = new Set(there.labels.map(labelKey));
  const removed = new Set(patch.removeLabels.map(labelKey));
  // A label that is removed and added changes its spelling.
  const isThere = (label: string) =>
    removed.has(labelKey(label)) ? there.labels.includes(label) : labels.has(labelKey(label));
  const standing = new Set(patch.addLabels.filter(isThere).map(labelKey));
  return {
    kind: 'patch',
    // These are the fields of a patch.
    set: set as PatchFields,
    base: base as PatchFields,
    addLabels: patch.addLabels.filter((label) => !isThere(label)),
    removeLabels: patch.removeLabels.filter(
      (label) => labels.has(labelKey(label)) && !standing.has(labelKey(label)),
    ),
  };
}

/** Applies the label changes of patches to the labels of the server. */
export function mergeLabels(
  patches: readonly PatchIntent[],
  { labels }: Pick<ServerVersion, 'labels'>,
): readonly string[] {
  return patches.reduce<readonly string[]>((names, { addLabels, removeLabels }) => {
    const removed = new Set(removeLabels.map(labelKey));
    return normalLabels([...names.filter((name) => !removed.has(labelKey(name))), ...addLabels]);
  }, normalLabels(labels));
}
