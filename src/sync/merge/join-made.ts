import type { BookmarkId } from '../../domain/bookmark';
import type { UnixMs } from '../../domain/time';
import type { SyncTransaction } from '../../library';
import { joinInto, joinRemote } from './join';
import { attemptedCreate, linkCreated } from './link-created';
import type { RemoteBookmark } from './server-version';
import { unlink } from './unlink';

/** Links a bookmark to the one that the server named in its answer to the create. */
export function linkAnswered(
  tx: SyncTransaction,
  id: BookmarkId,
  serverId: string,
  captured: UnixMs | null,
): void {
  if (isDiscarded(tx, id)) return;
  if (!joinOther(tx, id, serverId)) linkCreated(tx, tx.get(id), serverId, 'answer', captured);
}

/** Joins a bookmark with the one that another device made of the same save. */
export function joinMade(tx: SyncTransaction, id: BookmarkId, remote: RemoteBookmark): void {
  if (isDiscarded(tx, id) || joinOther(tx, id, remote.serverId)) return;
  const state = tx.get(id);
  const isDeleted = state.intents.some(({ intent }) => intent.kind === 'delete');
  if (isDeleted) linkCreated(tx, state, remote.serverId, 'answer');
  else joinRemote(tx, state, remote);
}

/** Returns true if a person has discarded the create in the meantime. */
const isDiscarded = (tx: SyncTransaction, id: BookmarkId): boolean =>
  attemptedCreate(tx.get(id)) === undefined;

/**
 * Joins a bookmark with another one here that is linked to `serverId`: a redirect may have given it
 * another address. One that is deleted there or here loses its link.
 *
 * @returns false if there is no other one, or none that is not deleted
 */
function joinOther(tx: SyncTransaction, id: BookmarkId, serverId: string): boolean {
  const other = tx.byServerId(serverId);
  if (other === null || other.id === id) return false;
  const state = tx.get(id);
  if (state.bookmark !== null && other.bookmark?.trashedAt === null) {
    joinInto(tx, state, other);
    return true;
  }
  unlink(tx, other);
  return false;
}
