import { MERGED_FIELDS } from '../../domain/bookmark-fields';
import { isEmptyValue } from '../../domain/bookmark-values';
import type {
  JournalChange,
  PatchIntent,
  QueuedIntent,
  ServerVersion,
  Shadow,
  SyncedBookmark,
} from '../../library';
import { mergeFields } from './merge-fields';
import { mergeLabels, rebaseIntents, yieldsProgress } from './rebase-intents';
import { isSameField, type SyncedField } from './server-version';

/** A bookmark that is on both sides. */
export interface LinkedState {
  readonly bookmark: SyncedBookmark;
  readonly shadow: Shadow;
  readonly intents: readonly QueuedIntent[];
}

export interface Merged {
  readonly bookmark: SyncedBookmark;
  readonly intents: readonly QueuedIntent[];
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
export function mergeRemote(
  { bookmark, shadow, intents }: LinkedState,
  there: ServerVersion,
): Merged {
  const patches = patchesOf(intents);
  const base = shadow.version;
  // The server has not read the page yet, or found less in it than the browser.
  const isUnread = (field: SyncedField) => shadow.updated === null && isEmptyValue(there[field]);
  const fields = mergeFields(
    MERGED_FIELDS.filter((field) => !isUnread(field)),
    {
      ours: bookmark,
      theirs: there,
      base,
      isPending: (field) => isPending(patches, field, there),
      isSame: isSameField,
    },
  );
  const labels = mergeLabels(patches, there);
  const labelled = { field: 'labels', ours: bookmark.labels, theirs: there.labels };
  const received = hasSameLabels(labels, bookmark.labels)
    ? fields.received
    : [...fields.received, labelled];
  const readingTimeMinutes = minutesOf(bookmark, base, there);
  const isChanged = received.length > 0 || readingTimeMinutes !== bookmark.readingTimeMinutes;
  return {
    bookmark: isChanged ? { ...bookmark, ...fields.taken, labels, readingTimeMinutes } : bookmark,
    intents: rebaseIntents(intents, there),
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

const patchesOf = (intents: readonly QueuedIntent[]): readonly PatchIntent[] =>
  intents.flatMap(({ intent }) => (intent.kind === 'patch' ? intent : []));

/** Returns true if a waiting patch sets the field. */
function isPending(
  patches: readonly PatchIntent[],
  field: SyncedField,
  { readProgress }: ServerVersion,
): boolean {
  const isPlace = field === 'readProgress' || field === 'readAnchor';
  return patches.some(
    (patch) => field in patch.set && !(isPlace && yieldsProgress(patch, readProgress)),
  );
}

/** Returns true if both have the same labels in any order. */
export const hasSameLabels = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((label) => b.includes(label));
