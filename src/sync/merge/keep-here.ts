import type { SyncDesk, SyncState } from '../../library';
import { versionToSend } from './adopt';

/** Takes a bookmark out of sync for good: what waits is dropped, and what comes is left alone. */
export function keepHere(desk: SyncDesk, { id, bookmark, shadow }: SyncState): void {
  if (bookmark === null) {
    desk.put({ id, bookmark, shadow: null, intents: [] });
    return;
  }
  desk.put({
    id,
    bookmark: { ...bookmark, serverId: null },
    shadow: {
      ...{ bookmarkId: id, serverId: null, version: shadow?.version ?? versionToSend(bookmark) },
      ...{ updated: null, isLoaded: true, isMadeHere: false, article: 'none' },
    },
    intents: [],
  });
  desk.tell('kept-here', id);
}
