import { MERGED_FIELDS, PLACE_FIELDS } from '../../domain/bookmark-fields';
import { changedFields, isSameField, isSameValue } from '../../domain/bookmark-values';
import {
  type JournalChange,
  mergedLabels,
  type ServerVersion,
  type Shadow,
  type SyncedBookmark,
  unsentChanges,
} from '../../library';
import { mayBeUnread, type SyncedField } from './server-version';

/** A bookmark that is on both sides. */
export interface LinkedState {
  readonly bookmark: SyncedBookmark;
  readonly shadow: Shadow;
}

export interface Merged {
  readonly bookmark: SyncedBookmark;
  /** Changes that came from the server. */
  readonly received: readonly JournalChange[];
  /** Fields that both sides changed. The local value is kept. */
  readonly kept: readonly JournalChange[];
}

/**
 * Merges three ways, field by field, with the shadow as the base. A field that one side changed
 * takes that value. If both did, the waiting local change is kept, because it arrives last. The
 * labels of both are kept, and so is the further reading position, unless it was set back on
 * purpose. The merge uses no clock.
 */
export function mergeRemote({ bookmark, shadow }: LinkedState, there: ServerVersion): Merged {
  const unsent = unsentChanges(bookmark, shadow, true);
  const base = shadow.version;
  const isYielding = yieldsPlace(bookmark, shadow, there);
  const isPlace = (field: SyncedField) => PLACE_FIELDS.some((one) => one === field);
  // The server has not read the page yet, or found less in it than the browser.
  const isUnread = (field: SyncedField) => shadow.updated === null && mayBeUnread(field, there);
  const fields = mergeFields(
    MERGED_FIELDS.filter((field) => !isUnread(field)),
    {
      ours: bookmark,
      theirs: there,
      base,
      isPending: (field) => field in unsent.set && !(isYielding && isPlace(field)),
      tried: shadow.tried?.set ?? {},
      isSame: isSameField,
    },
  );
  const labels = mergedLabels(there.labels, unsent);
  const labelled = { field: 'labels', ours: bookmark.labels, theirs: there.labels };
  const received = hasSameLabels(labels, bookmark.labels)
    ? fields.received
    : [...fields.received, labelled];
  const readingTimeMinutes = minutesOf(bookmark, base, there);
  const isChanged = received.length > 0 || readingTimeMinutes !== bookmark.readingTimeMinutes;
  return {
    bookmark: isChanged ? { ...bookmark, ...fields.taken, labels, readingTimeMinutes } : bookmark,
    received,
    kept: fields.kept,
  };
}

/**
 * Returns the reading time to show. The time of an article on this device was computed here and
 * stays. Without the article, the server's time replaces it only when it has changed there.
 */
function minutesOf(
  { content, readingTimeMinutes }: SyncedBookmark,
  base: ServerVersion,
  there: ServerVersion,
): number {
  if (content.kind === 'article') return readingTimeMinutes;
  const isAnother = there.readingTimeMinutes !== base.readingTimeMinutes;
  return isAnother || readingTimeMinutes === 0 ? there.readingTimeMinutes : readingTimeMinutes;
}

/**
 * Returns true if the reading position of the server is further and the one here was not set back on
 * purpose.
 */
function yieldsPlace(
  { readProgress }: SyncedBookmark,
  { version, tried }: Shadow,
  there: ServerVersion,
): boolean {
  const known = Math.max(version.readProgress, tried?.set.readProgress ?? 0);
  return there.readProgress > readProgress && readProgress >= known;
}

/** Returns true if both have the same labels in any order. */
export const hasSameLabels = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((label) => b.includes(label));

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
  { ours, theirs, base, isPending, tried = {}, isSame = isSameValueOf }: Merging<Name, Ours>,
) {
  const changes = changedFields(names, (name) => !isSame(name, theirs[name], base?.[name]))
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

const isSameValueOf = (_: string, a: unknown, b: unknown): boolean => isSameValue(a, b);
