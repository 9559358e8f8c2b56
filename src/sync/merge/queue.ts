import type { BookmarkId, UnixMs } from '../../domain';
import type { Intent, QueuedIntent } from '../../library';

/** An intent that is new to the outbox. */
export const queued = (bookmarkId: BookmarkId, intent: Intent, now: UnixMs): QueuedIntent => ({
  seq: null,
  bookmarkId,
  intent,
  queuedAt: now,
  notBefore: now,
  state: 'waiting',
  attempts: 0,
});

/** An intent that sync queues for itself: it does not count as a change that waits. */
export const queuedByItself = (
  bookmarkId: BookmarkId,
  intent: Intent,
  now: UnixMs,
  notBefore: UnixMs = now,
): QueuedIntent => ({ ...queued(bookmarkId, intent, now), notBefore, isInternal: 1 });

/**
 * What still has to be looked for once others are deleted, whatever became of the rest, for `id`:
 * behind all that waits.
 */
export const keepsOf = (
  intents: readonly QueuedIntent[],
  bookmarkId: BookmarkId,
): readonly QueuedIntent[] =>
  intents
    .filter(({ intent }) => intent.kind === 'keep')
    .map((one) => ({ ...one, bookmarkId, seq: null, state: 'waiting' }));

/** What is left when the bookmark was deleted there: nothing but what makes it again. */
export function fromNextCreate(intents: readonly QueuedIntent[]): readonly QueuedIntent[] {
  const at = intents.findIndex(({ intent }) => intent.kind === 'create');
  return at === -1 ? [] : intents.slice(at);
}
