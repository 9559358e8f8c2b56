import type { SyncDesk, SyncState } from '../../library';
import { joinInto } from './join-here';
import { fromNextCreate, keepsOf, queued } from './queue';

/** Takes in that the server does not have a bookmark any more. Doing it twice is doing it once. */
export function receiveDelete(desk: SyncDesk, serverId: string): void {
  const state = desk.byServerId(serverId);
  if (state !== null) loseLink(desk, state);
}

/**
 * A bookmark that is not on the server any more goes to the trash, where it stays for its time. One
 * that was edited here meanwhile is kept, and made there again.
 */
export function loseLink(desk: SyncDesk, state: SyncState): void {
  const { id, bookmark, intents } = state;
  const left = fromNextCreate(intents);
  if (bookmark === null) {
    desk.put({ ...state, shadow: null, intents: left });
    return;
  }
  const unlinked = { ...bookmark, serverId: null };
  if (bookmark.trashedAt !== null || left.length > 0) {
    desk.put({ id, bookmark: unlinked, shadow: null, intents: left });
    return;
  }
  if (intents.length === 0) {
    desk.put({ id, bookmark: { ...unlinked, trashedAt: desk.now }, shadow: null, intents: [] });
    desk.tell('deleted-there', id);
    return;
  }
  const other = desk
    .byAddress(bookmark.urlKey)
    .find((one) => one.id !== id && one.shadow?.serverId && one.bookmark?.trashedAt === null);
  if (other !== undefined) {
    joinInto(desk, { ...state, bookmark: unlinked }, other);
    return;
  }
  const create = queued(id, { kind: 'create' }, desk.now);
  desk.put({ id, bookmark: unlinked, shadow: null, intents: [create, ...keepsOf(intents, id)] });
  desk.tell('kept-against-delete', id);
}
