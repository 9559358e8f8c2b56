import type {
  JournalChange,
  PatchIntent,
  QueuedIntent,
  ServerVersion,
  Shadow,
  SyncedBookmark,
} from '../../library';
import { mergeLabels } from './merge-labels';
import { rebaseIntents, yieldsProgress } from './rebase-intents';
import {
  isEmptyValue,
  isSameField,
  PAGES_FIELDS,
  PERSONS_FIELDS,
  type SyncedField,
} from './same-field';

/** A bookmark that is on both sides. */
export interface LinkedState {
  readonly bookmark: SyncedBookmark;
  readonly shadow: Shadow;
  readonly intents: readonly QueuedIntent[];
}

export interface Merged {
  readonly bookmark: SyncedBookmark;
  readonly intents: readonly QueuedIntent[];
  /** What came from there. */
  readonly received: readonly JournalChange[];
  /** What both had changed; ours stands. */
  readonly kept: readonly JournalChange[];
}

/**
 * Three-way, field by field, against what the server had before: a field that one side changed takes
 * that side. Where both did, what waits to be sent stands, as it arrives last; labels are united, and
 * of two places in a text the furthest stands unless it was set back on purpose. No clock decides.
 */
export function mergeRemote(
  { bookmark, shadow, intents }: LinkedState,
  there: ServerVersion,
): Merged {
  const patches = patchesOf(intents);
  const base = shadow.version;
  const fields: Partial<Record<SyncedField, unknown>> = {};
  const received: JournalChange[] = [];
  const kept: JournalChange[] = [];
  for (const field of [...PERSONS_FIELDS, ...PAGES_FIELDS]) {
    const [ours, theirs] = [bookmark[field], there[field]];
    if (isSameField(field, theirs, base[field]) || isSameField(field, theirs, ours)) continue;
    // It has not read the page yet, or with less at hand than the browser had.
    if (shadow.updated === null && isEmptyValue(theirs)) continue;
    if (isPending(patches, field, there)) kept.push({ field, ours, theirs });
    else {
      received.push({ field, ours, theirs });
      fields[field] = theirs;
    }
  }
  const labels = mergeLabels(patches, there);
  if (!hasSameLabels(labels, bookmark.labels)) {
    received.push({ field: 'labels', ours: bookmark.labels, theirs: there.labels });
  }
  const readingTimeMinutes = minutesOf(bookmark, base, there);
  const isChanged = received.length > 0 || readingTimeMinutes !== bookmark.readingTimeMinutes;
  return {
    // The fields are those of a version, each with its own value.
    bookmark: isChanged
      ? { ...bookmark, ...(fields as Partial<SyncedBookmark>), labels, readingTimeMinutes }
      : bookmark,
    intents: rebaseIntents(intents, there),
    received,
    kept,
  };
}

/**
 * The reading time to show. The time of an article on this device was counted here and stays. Without
 * the article, the server's time replaces it only when the server's time has changed.
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

export const patchesOf = (intents: readonly QueuedIntent[]): readonly PatchIntent[] =>
  intents.flatMap(({ intent }) => (intent.kind === 'patch' ? intent : []));

/** Whether something that waits sets the field. */
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

/** Whether they are the same, in whatever order. */
export const hasSameLabels = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((label) => b.includes(label));
