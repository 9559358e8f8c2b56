import type { BookmarkId } from '../../domain/bookmark';
import { MINUTE_MS, type UnixMs, unixMs } from '../../domain/time';
import {
  isUnsent,
  type PatchIntent,
  type QueuedIntent,
  type ServerVersion,
  type SyncState,
  type SyncTransaction,
} from '../../library';
import { joinLinked } from '../merge/join';
import { type Sends, versionToSend } from '../merge/link-created';
import { mergeRemote } from '../merge/merge-remote';
import { fromNextCreate, verificationsOf } from '../merge/queue';
import { afterPatch } from '../merge/rebase-intents';
import {
  type Attempt,
  afterFailure,
  attempted,
  delayed,
  isDue,
  type NothingDue,
  nothingBefore,
  released,
} from '../runner';
import type { Failure } from '../stop';

/**
 * The next request for a bookmark. Its outbox entries are marked, so that no edit is folded into
 * them.
 */
export interface Claim extends Attempt {
  readonly kind: 'create' | 'content' | 'patch' | 'delete' | 'verify' | 'recheck';
  readonly state: SyncState;
  readonly intent: QueuedIntent;
  /** True if an earlier request may have reached the server. */
  readonly isRepeat: boolean;
  /** False for a create that is only looked up. */
  readonly isNeeded: boolean;
}

/**
 * Drops intents that the server need not receive, and marks those to be sent. `sends` are the parts
 * of a create.
 */
export function claim(tx: SyncTransaction, id: BookmarkId, sends: Sends): Claim | NothingDue {
  for (;;) {
    const state = tx.get(id);
    const plan = planPush(state, tx.now);
    if (plan.kind === 'nothing') return plan;
    if (plan.kind === 'settle') {
      tx.put({ ...state, intents: plan.left });
      if (plan.staysHere) tx.log('kept-here', id);
      continue;
    }
    // A bookmark that was restored from the trash may have been saved again.
    if (plan.kind === 'create' && joinLinked(tx, state)) continue;
    const isRepeat = plan.intent.attempts > 0;
    const intent = marked(plan.intent, state, sends);
    if (intent === null) {
      tx.put({ ...state, intents: state.intents.slice(1) });
      continue;
    }
    const isClaimed = covers(plan.kind, state.intents);
    const intents = state.intents.map((one, at) =>
      at === 0 ? intent : isClaimed(at) ? { ...one, state: 'sending' as const } : one,
    );
    const claimed = { ...state, intents };
    tx.put(claimed);
    const isNeeded = plan.kind !== 'create' || plan.isNeeded;
    const { attempts } = intent;
    return { about: id, attempts, kind: plan.kind, state: claimed, intent, isRepeat, isNeeded };
  }
}

/**
 * A create also covers all intents behind it, up to a delete. Any other intent covers only itself.
 */
function covers(kind: Claim['kind'], intents: readonly QueuedIntent[]): (at: number) => boolean {
  if (kind !== 'create') return (at) => at === 0;
  const deleteAt = intents.findIndex(({ intent }) => intent.kind === 'delete');
  return (at) => deleteAt === -1 || at < deleteAt;
}

/** Returns null for a create that was never attempted, of a bookmark that is gone. */
function marked(intent: QueuedIntent, { bookmark }: SyncState, sends: Sends): QueuedIntent | null {
  const tried = attempted(intent);
  if (intent.intent.kind !== 'create' || intent.attempts > 0) return tried;
  return bookmark && { ...tried, sent: versionToSend(bookmark, sends) };
}

/** A bookmark that was created is received again by then. */
const ANSWER_TAKES_MS = MINUTE_MS;

/** The next step for a bookmark. */
export type PushPlan =
  | NothingDue
  /** The intents that are left after dropping those that the server need not receive. */
  | { readonly kind: 'settle'; readonly left: readonly QueuedIntent[]; readonly staysHere: boolean }
  /** `isNeeded` is false if the create is only looked up in order to delete it. */
  | { readonly kind: 'create'; readonly intent: QueuedIntent; readonly isNeeded: boolean }
  | {
      readonly kind: 'content' | 'patch' | 'delete' | 'verify' | 'recheck';
      readonly intent: QueuedIntent;
    };

/**
 * Applies the rules of docs/library.md: intents are sent in order, and none overtakes one that is
 * not due, except an article. A verification goes last.
 */
function planPush({ id, bookmark, shadow, intents }: SyncState, now: UnixMs): PushPlan {
  const [head] = intents;
  if (head === undefined || intents.some(({ state }) => state === 'attention')) {
    return nothingBefore(null);
  }
  if (shadow?.serverId === null) return { kind: 'settle', left: [], staysHere: true };
  const others = intents.filter(({ intent }) => intent.kind !== 'verify');
  if (head.intent.kind === 'verify' && others.length > 0) {
    // Edits do not wait for the deletion of other bookmarks.
    const left = [...others, ...verificationsOf(intents, id)];
    return settled(left);
  }
  if (!isDue(head, now)) {
    const left = head.intent.kind === 'content' ? withContentLast(intents, id) : null;
    return left ? settled(left) : nothingBefore(head.notBefore);
  }
  switch (head.intent.kind) {
    case 'create':
      return planCreate(head, intents, now);
    case 'content':
      // Only an answer of the server tells if it can replace an article.
      if (shadow?.serverId && shadow.updated === null) {
        return nothingBefore(unixMs(now + ANSWER_TAKES_MS));
      }
      // Another server cannot replace an article.
      return shadow?.captured !== undefined && bookmark?.trashedAt === null
        ? { kind: 'content', intent: head }
        : { kind: 'settle', left: intents.slice(1), staysHere: true };
    case 'patch':
      if (shadow === null) return { kind: 'settle', left: intents.slice(1), staysHere: true };
      return { kind: 'patch', intent: head };
    case 'delete':
      if (shadow === null) return settled(fromNextCreate(intents));
      return { kind: 'delete', intent: head };
    case 'verify':
      if (shadow === null) return settled(intents.slice(1));
      return { kind: 'verify', intent: head };
    case 'recheck':
      return { kind: 'recheck', intent: head };
  }
}

const settled = (left: readonly QueuedIntent[]): PushPlan => ({
  kind: 'settle',
  left,
  staysHere: false,
});

/** Edits do not wait for an article, which may be due days later. Returns null if there are none. */
function withContentLast(
  intents: readonly QueuedIntent[],
  id: BookmarkId,
): readonly QueuedIntent[] | null {
  const others = intents.filter(({ intent: { kind } }) => kind !== 'content' && kind !== 'verify');
  // With a new number an entry is behind the others.
  const moved = intents.flatMap((one) =>
    one.intent.kind === 'content' ? { ...one, seq: null } : [],
  );
  if (others.length === 0) return null;
  return [...others, ...moved, ...verificationsOf(intents, id)];
}

/** A create with a delete behind it waits for the delete; then neither is sent. */
function planCreate(create: QueuedIntent, intents: readonly QueuedIntent[], now: UnixMs): PushPlan {
  const deleteAt = intents.findIndex(({ intent }) => intent.kind === 'delete');
  if (deleteAt === -1) return { kind: 'create', intent: create, isNeeded: true };
  const waiting = intents.slice(0, deleteAt + 1).find((intent) => !isDue(intent, now));
  if (waiting !== undefined) return nothingBefore(waiting.notBefore);
  if (!isUnsent(create)) return { kind: 'create', intent: create, isNeeded: false };
  return settled(intents.slice(deleteAt + 1));
}

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

/** Records that a request failed. */
export function recordFailed(
  tx: SyncTransaction,
  { state: { id } }: Claim,
  failure: Failure,
): void {
  changeSent(tx, id, (head) => afterFailure(head, failure, tx.now));
  if (failure.kind === 'refused') tx.log('refused', id);
}

/** Schedules the next attempt, although no request was made after all. */
export const retryLater = (tx: SyncTransaction, id: BookmarkId, notBefore: UnixMs): void =>
  changeSent(tx, id, (head) => delayed(head, { notBefore, isTried: false }));

/** Changes the entry that was sent. Those that it covers wait again. */
function changeSent(
  tx: SyncTransaction,
  id: BookmarkId,
  change: (head: QueuedIntent) => QueuedIntent,
): void {
  const state = tx.get(id);
  const intents = state.intents.map((one, at) =>
    at === 0 && one.state === 'sending' ? change(one) : released(one),
  );
  tx.put({ ...state, intents });
}
