import type { BookmarkId, UnixMs } from '../../domain';
import type {
  PatchIntent,
  QueuedIntent,
  Refusal,
  ServerVersion,
  SyncTransaction,
} from '../../library';
import { mergeRemote } from '../merge/merge-remote';
import { fromNextCreate } from '../merge/queue';
import { afterPatch } from '../merge/rebase-intents';

/** Records a patch that was sent, with the values of the response. */
export function recordPatched(
  tx: SyncTransaction,
  id: BookmarkId,
  { seq }: QueuedIntent,
  sent: PatchIntent,
  answered: Partial<ServerVersion>,
): void {
  const state = tx.get(id);
  const intents = state.intents.filter((one) => one.seq !== seq);
  const { bookmark, shadow } = state;
  if (shadow === null) {
    tx.put({ ...state, intents });
    return;
  }
  const asked = afterPatch(shadow.version, sent);
  const there: ServerVersion = { ...asked, ...answered };
  tx.log('sent', id);
  if (bookmark === null) {
    tx.put({ ...state, intents, shadow: { ...shadow, version: there } });
    return;
  }
  const merged = mergeRemote({ bookmark, shadow: { ...shadow, version: asked }, intents }, there);
  tx.put({
    id,
    bookmark: merged.bookmark,
    shadow: { ...shadow, version: there },
    intents: merged.intents,
  });
}

/** Records a deletion. Only the next create and the intents after it remain to be sent. */
export function recordDeleted(tx: SyncTransaction, id: BookmarkId): void {
  const { bookmark, intents } = tx.get(id);
  tx.put({
    id,
    bookmark: bookmark && { ...bookmark, serverId: null },
    shadow: null,
    intents: fromNextCreate(intents),
  });
  tx.log('sent', id);
}

/** Records that the bookmark still exists. It is not added to the journal. */
export function recordVerified(tx: SyncTransaction, id: BookmarkId, { seq }: QueuedIntent): void {
  const state = tx.get(id);
  tx.put({ ...state, intents: state.intents.filter((one) => one.seq !== seq) });
}

/** Records that a create never reached the server, so that its delete need not be sent either. */
export function recordNotFound(tx: SyncTransaction, id: BookmarkId): void {
  const state = tx.get(id);
  const deleteAt = state.intents.findIndex(({ intent }) => intent.kind === 'delete');
  tx.put({ ...state, intents: state.intents.slice(deleteAt + 1) });
}

/** Schedules the next attempt. `isTried` is false if no request was made after all. */
export function retryLater(
  tx: SyncTransaction,
  id: BookmarkId,
  { notBefore, isTried }: { readonly notBefore: UnixMs; readonly isTried: boolean },
): void {
  const state = tx.get(id);
  const intents = state.intents.map((one, at) => {
    if (one.state !== 'sending') return one;
    const waiting = { ...one, state: 'waiting' as const };
    if (at > 0) return waiting;
    return { ...waiting, notBefore, attempts: isTried ? one.attempts : one.attempts - 1 };
  });
  tx.put({ ...state, intents });
}

/** Records a refusal. Repeating the request is useless, so a person has to decide. */
export function recordRefused(tx: SyncTransaction, id: BookmarkId, refusal: Refusal): void {
  const state = tx.get(id);
  const [head, ...rest] = state.intents;
  if (head === undefined) return;
  const waiting = rest.map((one) =>
    one.state === 'sending' ? { ...one, state: 'waiting' as const } : one,
  );
  tx.put({ ...state, intents: [{ ...head, state: 'attention', refusal }, ...waiting] });
  tx.log('refused', id);
}
