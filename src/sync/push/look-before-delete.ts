import type { BookmarkId } from '../../domain/bookmark';
import { ok, type Result } from '../../domain/result';
import { urlKey } from '../../domain/url-identity';
import type { KnownPart, Shadow, SyncedBookmark, SyncState, SyncTransaction } from '../../library';
import type { ServiceError } from '../../service';
import type { SyncContext } from '../context';
import { readAlone } from '../highlights/read-annotations';
import { partOf } from '../highlights/replaced-annotations';
import { changedSince, takeOverHighlights } from '../highlights/take-over-highlights';
import { relinkToRemote } from '../merge/join';
import { receiveBookmark } from '../merge/receive-bookmark';
import { type RemoteBookmark, toRemote, withNote } from '../merge/server-version';
import { editOf, takeOverEdit } from '../merge/take-over';
import type { Settle } from '../runner';
import { orStopped, type Stopped } from '../stop';
import { retryLater } from './claim';

/** A bookmark of the server that is to be deleted because the bookmark `replacedBy` stays. */
export type Replaced = Shadow & { readonly serverId: string; readonly replacedBy: BookmarkId };

/** `unchanged`: it may be deleted. `early`: the server has to have the other one first. */
type Look = 'unchanged' | 'early' | Settle<SyncTransaction>;

/**
 * Reads a bookmark right before this device deletes it for another one, and takes over what others did
 * to it and its highlights since this device knew it. The delete follows after another look then.
 */
export async function lookBeforeDelete(
  context: SyncContext,
  shadow: Replaced,
): Promise<Result<Look, ServiceError | Stopped>> {
  const { server, signal, library } = context;
  const { serverId, replacedBy, parts: known = [] } = shadow;
  const answer = await server.client.bookmarks.read(serverId, { signal });
  if (!answer.ok) return answer.error.kind === 'not-found' ? ok('unchanged') : answer;
  const annotations = await readAlone(context, serverId);
  if (!annotations.ok) return annotations;
  const { body } = answer.value;
  if (body === null || annotations.value === null) return ok('unchanged');
  const remote = toRemote(body);
  const infos = annotations.value;
  const scope = { ids: [replacedBy], urls: [remote.version.url] };
  const found = await orStopped(library.sync.transaction(scope, (tx) => stayingFor(tx, shadow)));
  if (!found.ok) return found;
  const stays = found.value;
  if (stays?.intents.some(({ intent }) => intent.kind === 'create')) return ok('early');
  const changed = changedSince(known, infos);
  if (changed.length === 0 && editOf(shadow, remote, stays?.bookmark ?? null) === null)
    return ok('unchanged');
  if (stays !== null && changed.length > 0) {
    const taken = await takeOverHighlights(context, stays.id, { serverId, known, infos: changed });
    if (!taken.ok) return taken;
  }
  const parts = infos.map((info) => {
    const one = known.find((part) => part.serverId === info.id);
    return { ...partOf(info), highlightId: one?.highlightId ?? null };
  });
  const settle = (tx: SyncTransaction) => settleLook(tx, shadow, remote, parts);
  return ok(Object.assign(settle, { scope }));
}

type Live = SyncState & { readonly bookmark: SyncedBookmark };

/** Returns the bookmark that stays. null: a person has deleted it. */
function stayingFor(tx: SyncTransaction, { replacedBy, version: { url } }: Replaced): Live | null {
  const isLive = (state: SyncState): state is Live => state.bookmark?.trashedAt === null;
  const named = tx.get(replacedBy);
  if (isLive(named)) return named;
  const key = named.bookmark?.urlKey ?? urlKey(url);
  return (key === null ? [] : tx.byAddress(key)).find(isLive) ?? null;
}

function settleLook(
  tx: SyncTransaction,
  shadow: Replaced,
  remote: RemoteBookmark,
  parts: readonly KnownPart[],
): void {
  const { bookmarkId: id } = shadow;
  const stays = stayingFor(tx, shadow);
  if (stays === null) {
    keep(tx, shadow, remote);
    return;
  }
  const edit = editOf(shadow, remote, stays.bookmark);
  const { version } = withNote(remote, shadow.version);
  if (edit !== null) takeOverEdit(tx, stays, edit, version);
  const { updated, isLoaded } = remote;
  tx.put({ ...tx.get(id), shadow: { ...shadow, version, updated, isLoaded, parts } });
  retryLater(tx, id, tx.now);
}

/** Keeps a bookmark that others edited after a person had deleted the one that was to stay for it. */
function keep(tx: SyncTransaction, { bookmarkId, replacedBy }: Replaced, remote: RemoteBookmark) {
  tx.put({ ...tx.get(bookmarkId), shadow: null, intents: [] });
  const deleted = tx.get(replacedBy);
  if (deleted.bookmark === null) receiveBookmark(tx, remote, () => false, false);
  else relinkToRemote(tx, deleted, remote, () => false);
  const kept = tx.byServerId(remote.serverId);
  if (!kept?.shadow) return;
  tx.put({ ...kept, shadow: { annotations: 'pending', ...kept.shadow } });
  tx.log('kept-against-delete', kept.id);
}
