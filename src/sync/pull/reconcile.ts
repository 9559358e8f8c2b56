import { err, type Result } from '../../domain';
import type { LinkedShadow, SyncDesk } from '../../library';
import type { SyncContext } from '../context';
import { patchFrom } from '../merge/adopt';
import { keepsOf, queued } from '../merge/queue';
import { receiveBookmark } from '../merge/receive-bookmark';
import { loseLink, receiveDelete } from '../merge/receive-delete';
import type { Remote } from '../merge/server-version';
import { shadowOf } from '../merge/shadow';
import { type Stopped, stoppedByLibrary } from '../stop';
import type { Changes } from './read-changes';
import { receiveAll } from './receive-all';
import { receiveDeletes } from './receive-deletes';

/** Fewer may well have been deleted; more, and a good part of all, is no accident of a person. */
const MISSING_AT_LEAST = 10;
const MISSING_SHARE = 0.25;

/**
 * Compares all that the server has with what is linked to it here, and reads what is new. A server
 * that misses much of it, or is older than it was, never empties the library: it is asked what is to
 * be done.
 */
export async function reconcile(
  context: SyncContext,
  { updated, deleted, hasGoneBack }: Changes,
): Promise<Result<null, Stopped>> {
  const { sync } = context.library;
  const { cursor } = await sync.meta();
  const before = await sync.linked();
  const deletedThere = idsOf(before).filter((id) => deleted.has(id));
  const settledDeletes = await receiveDeletes(context, deletedThere);
  if (!settledDeletes.ok) return settledDeletes;
  const seen = new Map(before.map((one) => [one.serverId, one.updated]));
  const isGone = (serverId: string) => seen.has(serverId) && !updated.has(serverId);
  const isOlder = (id: string) => {
    const [known, at] = [seen.get(id), updated.get(id) ?? 0];
    if (!hasGoneBack || known === undefined) return false;
    // No time is kept of what the server was still reading: it may be any that was seen.
    return known === null ? at <= (cursor?.at ?? 0) : at < known;
  };
  const ids = [...updated.keys()].filter((id) => seen.get(id) !== updated.get(id));
  const received = await receiveAll(
    context,
    ids.filter((id) => !isOlder(id)),
    isGone,
  );
  if (!received.ok) return received;

  const linked = await sync.linked();
  const missing = linked.filter(({ serverId }) => !updated.has(serverId ?? ''));
  const older = ids.filter(isOlder);
  const { decision } = await sync.meta();
  if (decision === null && isLoss(missing, linked, older, hasGoneBack)) {
    const stop = {
      kind: 'server-lost-data',
      missing: missing.length,
      older: older.length,
      known: linked.length,
    } as const;
    const kept = await sync.setMeta({ hasGoneBack });
    return err(kept.ok ? { stop, waitMs: null } : stoppedByLibrary(kept.error));
  }
  const isSentBack = decision === 'send-back';
  const compared = await receiveAll(
    context,
    older,
    isGone,
    isSentBack ? keepOurs : receiveBookmark,
  );
  if (!compared.ok) return compared;
  return receiveDeletes(context, idsOf(missing), isSentBack ? sendBack : receiveDelete);
}

const idsOf = (linked: readonly LinkedShadow[]) => linked.flatMap(({ serverId }) => serverId ?? []);

function isLoss(
  missing: readonly LinkedShadow[],
  linked: readonly LinkedShadow[],
  older: readonly string[],
  hasGoneBack: boolean,
): boolean {
  if (hasGoneBack) return missing.length + older.length > 0;
  return missing.length >= MISSING_AT_LEAST && missing.length > linked.length * MISSING_SHARE;
}

/** Makes a bookmark again that the server has lost. */
function sendBack(desk: SyncDesk, serverId: string): void {
  const state = desk.byServerId(serverId);
  if (state === null) return;
  const { id, bookmark, intents } = state;
  if (bookmark === null || bookmark.trashedAt !== null) {
    loseLink(desk, state);
    return;
  }
  const create = queued(id, { kind: 'create' }, desk.now);
  desk.put({
    id,
    bookmark: { ...bookmark, serverId: null },
    shadow: null,
    intents: [create, ...keepsOf(intents, id)],
  });
}

/** Takes what the server has for the base, and sends what is here in its place. */
function keepOurs(desk: SyncDesk, remote: Remote): void {
  const state = desk.byServerId(remote.serverId);
  if (!state?.bookmark || !state.shadow) {
    receiveBookmark(desk, remote);
    return;
  }
  const { id, bookmark, intents } = state;
  const patch = patchFrom(bookmark, remote.version);
  const others = intents.filter(({ intent }) => intent.kind !== 'patch');
  desk.put({
    ...state,
    shadow: shadowOf(state.shadow, remote, bookmark),
    intents: patch === null ? others : [queued(id, patch, desk.now), ...others],
  });
}
