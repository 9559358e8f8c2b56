import { labelKey, normalLabels } from '../../domain';
import type { PatchIntent, ServerVersion } from '../../library';

/** What the server has, and what was asked for since. */
export function mergeLabels(
  patches: readonly PatchIntent[],
  { labels }: Pick<ServerVersion, 'labels'>,
): readonly string[] {
  return patches.reduce<readonly string[]>((names, { addLabels, removeLabels }) => {
    const removed = new Set(removeLabels.map(labelKey));
    return normalLabels([...names.filter((name) => !removed.has(labelKey(name))), ...addLabels]);
  }, normalLabels(labels));
}
