import type { BookmarkId } from '../../domain/bookmark';
import type { UnixMs } from '../../domain/time';
import { type Intent, type QueuedIntent, queuedAt } from '../../library';

/** Creates an intent that is not in the outbox yet. */
export const newIntent = (bookmarkId: BookmarkId, intent: Intent, now: UnixMs): QueuedIntent => ({
  ...queuedAt(now),
  kind: 'bookmark',
  bookmarkId,
  intent,
});

/** Creates an intent that sync queues for itself. It does not count as a change of a person. */
export const internalIntent = (
  bookmarkId: BookmarkId,
  intent: Intent,
  now: UnixMs,
  notBefore: UnixMs = now,
): QueuedIntent => ({ ...newIntent(bookmarkId, intent, now), notBefore, isInternal: 1 });

/** Returns copies, for another bookmark, of the intents that verify it after deletions. */
export const verificationsOf = (
  intents: readonly QueuedIntent[],
  bookmarkId: BookmarkId,
): readonly QueuedIntent[] =>
  intents
    .filter(({ intent }) => intent.kind === 'verify')
    .map((one) => ({ ...one, bookmarkId, seq: null, state: 'waiting' }));

/**
 * Returns the intents that remain when the bookmark was deleted on the server: the next create and
 * the intents after it.
 */
export function fromNextCreate(intents: readonly QueuedIntent[]): readonly QueuedIntent[] {
  const at = intents.findIndex(({ intent }) => intent.kind === 'create');
  return at === -1 ? [] : intents.slice(at);
}
