import type { BookmarkId, UnixMs } from '../../domain';
import type { PatchIntent, QueuedIntent, Refusal, ServerVersion, SyncDesk } from '../../library';
import { triedCreate } from '../merge/adopt';
import { mergeRemote } from '../merge/merge-remote';
import { fromNextCreate, queued } from '../merge/queue';
import { afterPatch } from '../merge/rebase-intents';

/** The server has what could be told of a patch, and answered what it made of it. */
export function settlePatch(
  desk: SyncDesk,
  id: BookmarkId,
  { seq }: QueuedIntent,
  sent: PatchIntent,
  answered: Partial<ServerVersion>,
): void {
  const state = desk.get(id);
  const intents = state.intents.filter((one) => one.seq !== seq);
  const { bookmark, shadow } = state;
  if (shadow === null) {
    desk.put({ ...state, intents });
    return;
  }
  const asked = afterPatch(shadow.version, sent);
  const there: ServerVersion = { ...asked, ...answered };
  desk.tell('sent', id);
  if (bookmark === null) {
    desk.put({ ...state, intents, shadow: { ...shadow, version: there } });
    return;
  }
  const merged = mergeRemote({ bookmark, shadow: { ...shadow, version: asked }, intents }, there);
  desk.put({
    id,
    bookmark: merged.bookmark,
    shadow: { ...shadow, version: there },
    intents: merged.intents,
  });
}

/** The server has it no more: what waited for it is pointless, up to what makes it again. */
export function settleDelete(desk: SyncDesk, id: BookmarkId): void {
  const { bookmark, intents } = desk.get(id);
  desk.put({
    id,
    bookmark: bookmark && { ...bookmark, serverId: null },
    shadow: null,
    intents: fromNextCreate(intents),
  });
  desk.tell('sent', id);
}

/** It is still there; nobody need hear of that. */
export function settleKeep(desk: SyncDesk, id: BookmarkId, { seq }: QueuedIntent): void {
  const state = desk.get(id);
  desk.put({ ...state, intents: state.intents.filter((one) => one.seq !== seq) });
}

/** It was looked for and is not there: it need not be deleted either. */
export function settleUnmade(desk: SyncDesk, id: BookmarkId): void {
  const state = desk.get(id);
  const deleteAt = state.intents.findIndex(({ intent }) => intent.kind === 'delete');
  desk.put({ ...state, intents: state.intents.slice(deleteAt + 1) });
}

/** It is asked for once more as if never before, ahead of all that waits. */
export function settleAnew(desk: SyncDesk, id: BookmarkId): void {
  const state = desk.get(id);
  // Somebody gave it up meanwhile.
  if (triedCreate(state) === undefined) return;
  const waiting = state.intents
    .slice(1)
    .map((one): QueuedIntent => ({ ...one, seq: null, state: 'waiting' }));
  desk.put({ ...state, intents: [queued(id, { kind: 'create' }, desk.now), ...waiting] });
}

/** It did not work this time. `isTried` is false when no request was made for it after all. */
export function settleLater(
  desk: SyncDesk,
  id: BookmarkId,
  { notBefore, isTried }: { readonly notBefore: UnixMs; readonly isTried: boolean },
): void {
  const state = desk.get(id);
  const intents = state.intents.map((one, at) => {
    if (one.state !== 'sending') return one;
    const waiting = { ...one, state: 'waiting' as const };
    if (at > 0) return waiting;
    return { ...waiting, notBefore, attempts: isTried ? one.attempts : one.attempts - 1 };
  });
  desk.put({ ...state, intents });
}

/** The server refuses it, and would again: a person decides how it goes on. */
export function settleRefused(desk: SyncDesk, id: BookmarkId, refusal: Refusal): void {
  const state = desk.get(id);
  const [head, ...rest] = state.intents;
  if (head === undefined) return;
  const waiting = rest.map((one) =>
    one.state === 'sending' ? { ...one, state: 'waiting' as const } : one,
  );
  desk.put({ ...state, intents: [{ ...head, state: 'attention', refusal }, ...waiting] });
  desk.tell('refused', id);
}
