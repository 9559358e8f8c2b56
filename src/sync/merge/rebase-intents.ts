import { labelKey } from '../../domain';
import {
  isEmptyPatch,
  type PatchFields,
  type PatchIntent,
  type QueuedIntent,
  type ServerVersion,
} from '../../library';
import { isSameField, PERSONS_FIELDS } from './same-field';

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

/**
 * Patches that wait, against what the server has now. What it has already is not asked for again; the
 * base of the rest is what is there, so that taking an edit back still sends something.
 */
export function rebaseIntents(
  intents: readonly QueuedIntent[],
  there: ServerVersion,
): readonly QueuedIntent[] {
  return intents.flatMap((queued) => {
    if (queued.intent.kind !== 'patch' || !isUntried(queued)) return queued;
    const intent = rebasePatch(queued.intent, there);
    return isEmptyPatch(intent) ? [] : { ...queued, intent };
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
  return {
    kind: 'patch',
    // Made of a patch's own fields.
    set: set as PatchFields,
    base: base as PatchFields,
    addLabels: patch.addLabels.filter((label) => !labels.has(labelKey(label))),
    removeLabels: patch.removeLabels.filter((label) => labels.has(labelKey(label))),
  };
}
