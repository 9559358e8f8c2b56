import { labelKey } from '../../domain';
import {
  isEmptyPatch,
  type PatchFields,
  type PatchIntent,
  type QueuedIntent,
  type ServerVersion,
} from '../../library';
import { mergeLabels } from './merge-labels';
import { type Editable, isSameField, PERSONS_FIELDS } from './same-field';

/** No request was made for it yet: only then may it still be changed. */
export const isUntried = ({ state, attempts }: QueuedIntent): boolean =>
  state === 'waiting' && attempts === 0;

/**
 * Whether a patch gives way in how far it was read: somebody read further elsewhere, and this one was
 * not set back on purpose.
 */
export function yieldsProgress({ set, base }: PatchIntent, there: number): boolean {
  const { readProgress: wanted } = set;
  if (wanted === undefined) return false;
  return there > wanted && wanted >= (base.readProgress ?? 0);
}

/** What a server has once it was told of a patch. */
export function afterPatch<V extends Editable>(there: V, patch: PatchIntent): V {
  const { readProgress, readAnchor } = yieldsProgress(patch, there.readProgress)
    ? there
    : { ...there, ...patch.set };
  const labels = mergeLabels([patch], there);
  return { ...there, ...patch.set, readProgress, readAnchor, labels };
}

/**
 * Patches that wait, each against what the server will have when it gets there: what it has now, and
 * what those before it make of that. One that was tried goes as it is, whatever the server has, so
 * what takes it back must follow. What is there already is not asked for again; the base of the rest
 * is what is there, so that taking an edit back still sends something.
 */
export function rebaseIntents(
  intents: readonly QueuedIntent[],
  there: ServerVersion,
): readonly QueuedIntent[] {
  let awaited = there;
  return intents.flatMap((queued) => {
    if (queued.intent.kind !== 'patch') return queued;
    const intent = isUntried(queued) ? rebasePatch(queued.intent, awaited) : queued.intent;
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
  for (const field of PERSONS_FIELDS) {
    if (!(field in set)) continue;
    if (isSameField(field, set[field], there[field])) drop(field);
    else base[field] = there[field];
  }
  const labels = new Set(there.labels.map(labelKey));
  const removed = new Set(patch.removeLabels.map(labelKey));
  // What is removed and added is another spelling.
  const isThere = (label: string) =>
    removed.has(labelKey(label)) ? there.labels.includes(label) : labels.has(labelKey(label));
  const standing = new Set(patch.addLabels.filter(isThere).map(labelKey));
  return {
    kind: 'patch',
    // Made of a patch's own fields.
    set: set as PatchFields,
    base: base as PatchFields,
    addLabels: patch.addLabels.filter((label) => !isThere(label)),
    removeLabels: patch.removeLabels.filter(
      (label) => labels.has(labelKey(label)) && !standing.has(labelKey(label)),
    ),
  };
}
