import { err, type Result } from '../../domain/result';
import type { LinkedShadow, SyncTransaction } from '../../library';
import type { SyncContext } from '../context';
import { verificationsOf } from '../merge/queue';
import { receiveBookmark } from '../merge/receive-bookmark';
import type { RemoteBookmark } from '../merge/server-version';
import { shadowOf, withArticleToSend } from '../merge/shadow';
import { receiveDelete, unlink } from '../merge/unlink';
import { orStopped, type Stopped } from '../stop';
import type { Changes } from './read-changes';
import { receiveAll, receiveDeletes } from './receive-all';

/**
 * A person may have deleted fewer, or a smaller share of all. If more are missing, the server has
 * probably lost them.
 */
const MISSING_AT_LEAST = 10;
const MISSING_SHARE = 0.25;

/**
 * Compares all bookmarks of the server with the linked ones and reads new ones. A server that lost
 * many, or that is older than before, never empties the library: sync stops until a person decides.
 */
export async function reconcile(
  context: SyncContext,
  { updated, deleted, hasGoneBack }: Changes,
): Promise<Result<unknown, Stopped>> {
  const { sync } = context.library;
  const { cursor } = await sync.meta();
  const before = await sync.linked();
  const deletedOnServer = idsOf(before).filter((id) => deleted.has(id));
  const settledDeletes = await receiveDeletes(context, deletedOnServer);
  if (!settledDeletes.ok) return settledDeletes;
  const seen = new Map(before.map((one) => [one.serverId, one.updated]));
  const isGone = (serverId: string) => seen.has(serverId) && !updated.has(serverId);
  const isOlder = (id: string) => {
    const [known, at] = [seen.get(id), updated.get(id) ?? 0];
    if (!hasGoneBack || known === undefined) return false;
    // Bookmarks that the server was still reading have no time; any time up to the cursor may be
    // theirs.
    return known === null ? at <= (cursor?.at ?? 0) : at < known;
  };
  const ids = [...updated.keys()].filter((id) => seen.get(id) !== updated.get(id));
  const isNew = (id: string) => !seen.has(id);
  const serverIds = ids.filter((id) => !isOlder(id));
  const received = await receiveAll(context, { serverIds, isNew }, isGone);
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
    const kept = await orStopped(sync.setMeta({ hasGoneBack }));
    return kept.ok ? err({ stop, waitMs: null }) : kept;
  }
  const isSentBack = decision === 'send-back';
  // The server may have lost these without a sign of it.
  const unconfirmed = isSentBack ? idsOf(linked.filter(isArticleUnconfirmed)) : [];
  const compared = await receiveAll(
    context,
    { serverIds: [...new Set([...older, ...unconfirmed])].filter((id) => updated.has(id)), isNew },
    isGone,
    isSentBack ? { apply: resendLocal, annotations: 'resend' } : undefined,
  );
  if (!compared.ok) return compared;
  return receiveDeletes(context, idsOf(missing), isSentBack ? recreateOnServer : receiveDelete);
}

const idsOf = (linked: readonly LinkedShadow[]) => linked.flatMap(({ serverId }) => serverId ?? []);

/**
 * True if the article of this device was sent, and the server has not shown it since. The time 0 is that of one
 * that a person has discarded.
 */
const isArticleUnconfirmed = ({
  article,
  sentCaptured,
}: Pick<LinkedShadow, 'article' | 'sentCaptured'>): boolean =>
  article === 'local' && (sentCaptured ?? 0) > 0;

function isLoss(
  missing: readonly LinkedShadow[],
  linked: readonly LinkedShadow[],
  older: readonly string[],
  hasGoneBack: boolean,
): boolean {
  if (hasGoneBack) return missing.length + older.length > 0;
  return missing.length >= MISSING_AT_LEAST && missing.length > linked.length * MISSING_SHARE;
}

/** Creates a bookmark again that the server has lost. */
function recreateOnServer(tx: SyncTransaction, serverId: string): void {
  const state = tx.byServerId(serverId);
  if (state === null) return;
  const { id, bookmark, intents } = state;
  if (bookmark === null || bookmark.trashedAt !== null) {
    unlink(tx, state);
    return;
  }
  const unlinked = { ...bookmark, serverId: null };
  tx.put({ id, bookmark: unlinked, shadow: null, intents: verificationsOf(intents, id) });
}

/** Takes the server's version as the base and sends the local one, with its article. */
function resendLocal(tx: SyncTransaction, remote: RemoteBookmark): void {
  const state = tx.byServerId(remote.serverId);
  if (!state?.bookmark || !state.shadow) {
    receiveBookmark(tx, remote);
    return;
  }
  const { bookmark, intents } = state;
  const before = isArticleUnconfirmed(state.shadow)
    ? { ...state.shadow, sentCaptured: null }
    : state.shadow;
  const shadow = shadowOf(before, remote, bookmark);
  tx.put({
    ...state,
    shadow,
    intents: withArticleToSend(intents, shadow, bookmark, remote, tx.now),
  });
}
