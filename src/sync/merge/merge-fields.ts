import { isSameValue } from '../../domain/bookmark-values';
import type { JournalChange } from '../../library';

interface Merging<Name extends string, Ours extends Readonly<Record<Name, unknown>>> {
  readonly ours: Ours;
  readonly theirs: Pick<Ours, Name>;
  /** The values that the server had before; null: nothing is known. */
  readonly base: Pick<Ours, Name> | null;
  /** True if a local change of the field is waiting. */
  readonly isPending: (name: Name) => boolean;
  /** Changes that were sent without a response. The server's value may be one of them. */
  readonly tried?: Partial<Pick<Ours, Name>>;
  readonly isSame?: (name: Name, a: unknown, b: unknown) => boolean;
}

/**
 * Merges three ways, field by field. A field that one side changed takes that value. If both did, the
 * waiting local change is kept, because it arrives last.
 *
 * @returns `taken`: the new values; `received`: the changes that they are; `kept`: the fields that both
 * sides changed
 */
export function mergeFields<Name extends string, Ours extends Readonly<Record<Name, unknown>>>(
  names: readonly Name[],
  { ours, theirs, base, isPending, tried = {}, isSame = isSameField }: Merging<Name, Ours>,
) {
  const changes = names
    .filter((name) => !isSame(name, theirs[name], base?.[name]))
    .filter((name) => !isSame(name, theirs[name], ours[name]))
    .map((field) => ({ field, ours: ours[field], theirs: theirs[field] }));
  const received: readonly JournalChange[] = changes.filter(({ field }) => !isPending(field));
  const kept: readonly JournalChange[] = changes
    .filter(({ field }) => isPending(field))
    .filter((one) => !isSame(one.field, one.theirs, tried[one.field]));
  const taken = Object.fromEntries(received.map((one) => [one.field, one.theirs]));
  // Each field has its own value.
  return { taken: taken as Partial<Pick<Ours, Name>>, received, kept };
}

const isSameField = (_: string, a: unknown, b: unknown): boolean => isSameValue(a, b);
