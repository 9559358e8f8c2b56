import type { PatchFields, PatchIntent } from './intents';
import { isSameValue } from './same-value';

/**
 * One patch that does what `first` and then `second` do, against the base of `first`. What is back
 * where it began is left out: a change that was taken back leaves nothing to send.
 */
export function foldPatches(first: PatchIntent, second: PatchIntent): PatchIntent {
  const set: PatchFields = { ...first.set, ...second.set };
  const base: PatchFields = { ...second.base, ...first.base };
  const fields = keysOf(set).filter((field) => !isSameValue(set[field], base[field]));
  return {
    kind: 'patch',
    set: only(set, fields),
    base: only(base, fields),
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

/** Whether it asks for nothing. */
export const isEmptyPatch = (patch: PatchIntent): boolean =>
  keysOf(patch.set).length + patch.addLabels.length + patch.removeLabels.length === 0;

// An object of this type is made with no other keys.
const keysOf = (fields: PatchFields) => Object.keys(fields) as (keyof PatchFields)[];

const only = (fields: PatchFields, keys: readonly (keyof PatchFields)[]): PatchFields =>
  Object.fromEntries(keys.map((key) => [key, fields[key]]));

const without = (names: readonly string[], others: readonly string[]): readonly string[] =>
  names.filter((name) => !others.includes(name));
