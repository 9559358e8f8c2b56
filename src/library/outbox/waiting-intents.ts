import type { Bookmark, BookmarkId } from '../../domain/bookmark';
import { JOINED_FLAGS, type JoinedFlag } from '../../domain/join-values';
import { UNDO_MS, type UnixMs, unixMs } from '../../domain/time';
import { type BookmarkEntry, type Intent, type Queued, queuedAt } from '../database/outbox-rows';
import type { Shadow } from '../database/sync-rows';
import { type Editable, isUnchanged, unsentChanges } from './bookmark-changes';

type QueuedIntent = Queued<BookmarkEntry>;

/** The parts of a bookmark that decide what is to be sent. */
interface Waiting {
  readonly id: BookmarkId;
  /** null: it is deleted for good. */
  readonly bookmark: (Editable & Pick<Bookmark, 'trashedAt' | JoinedFlag>) | null;
  readonly shadow: Shadow | null;
  readonly intents: readonly QueuedIntent[];
}

/** Returns true if no request was made for the intent. Only then may a create or a delete be removed. */
export const isUnsent = ({ state, attempts }: Pick<BookmarkEntry, 'state' | 'attempts'>): boolean =>
  state === 'waiting' && attempts === 0;

/**
 * Returns the intents of a bookmark with the one that it needs: a create if the server does not have it,
 * a delete if it is in the trash, or a patch if the server lacks changes. Those that it does not need any
 * more are removed, except for creates and deletes that the server may have received.
 */
export function waitingIntents(
  { id, bookmark, shadow, intents }: Waiting,
  hasNotes: boolean,
  now: UnixMs,
): readonly QueuedIntent[] {
  if (bookmark === null) return intentsOfDeleted(shadow, intents);
  const needed = neededOf(bookmark, { shadow, intents }, hasNotes);
  const left = intents.filter((one) => isStanding(one, needed, shadow));
  if (needed === null || has(left, needed)) return left;
  return [
    ...left,
    {
      ...queueStateOf(needed, now),
      kind: 'bookmark',
      bookmarkId: id,
      intent: intentOf(needed, bookmark),
    },
  ];
}

type Needed = 'create' | 'patch' | 'delete';

function neededOf(
  bookmark: NonNullable<Waiting['bookmark']>,
  { shadow, intents }: Pick<Waiting, 'shadow' | 'intents'>,
  hasNotes: boolean,
): Needed | null {
  // It stays on this device.
  if (shadow?.serverId === null) return null;
  if (bookmark.trashedAt !== null) return shadow || has(intents, 'create') ? 'delete' : null;
  if (shadow === null || isTried(intents, 'delete')) return 'create';
  return isUnchanged(unsentChanges(bookmark, shadow, hasNotes)) ? null : 'patch';
}

/** Returns true if an intent is still needed, or if the server may have received it. */
function isStanding(one: QueuedIntent, needed: Needed | null, shadow: Shadow | null): boolean {
  const { kind } = one.intent;
  if (kind === needed) return true;
  // It waits with the delete, because a page that is saved elsewhere meanwhile is joined.
  if (kind === 'create' && needed === 'delete' && shadow === null) return true;
  if (kind === 'create' || kind === 'delete') return !isUnsent(one);
  return kind !== 'patch';
}

const has = (intents: readonly QueuedIntent[], kind: Intent['kind']): boolean =>
  intents.some((one) => one.intent.kind === kind);

const isTried = (intents: readonly QueuedIntent[], kind: Intent['kind']): boolean =>
  intents.some((one) => one.intent.kind === kind && !isUnsent(one));

/** A bookmark that was never sent leaves nothing. */
function intentsOfDeleted(
  shadow: Shadow | null,
  intents: readonly QueuedIntent[],
): readonly QueuedIntent[] {
  const mayBeThere = Boolean(shadow?.serverId) || isTried(intents, 'create');
  return intents.filter((one) => {
    const { kind } = one.intent;
    const isStanding = kind === 'delete' || (kind === 'create' && !isUnsent(one));
    return kind === 'recheck' || (isStanding && mayBeThere);
  });
}

/** Deletes are sent after the undo time at the earliest. */
const queueStateOf = (needed: Needed, now: UnixMs) =>
  queuedAt(now, needed === 'delete' ? unixMs(now + UNDO_MS) : now);

function intentOf(needed: Needed, bookmark: Pick<Bookmark, JoinedFlag>): Intent {
  if (needed !== 'create') return { kind: needed };
  const born = JOINED_FLAGS.filter((flag) => bookmark[flag]);
  return { kind: 'create', ...(born.length > 0 && { born }) };
}
