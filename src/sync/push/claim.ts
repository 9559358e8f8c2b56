import type { BookmarkId, UnixMs } from '../../domain';
import { isUnsent, type QueuedIntent, type SyncState, type SyncTransaction } from '../../library';
import { joinLinked } from '../merge/join';
import { versionToSend } from '../merge/link-created';
import { fromNextCreate, verificationsOf } from '../merge/queue';

/**
 * The next request for a bookmark. Its outbox entries are marked, so that no edit is folded into
 * them.
 */
export interface Claim {
  readonly kind: 'create' | 'patch' | 'delete' | 'verify' | 'recheck';
  readonly state: SyncState;
  readonly intent: QueuedIntent;
  /** True if an earlier request may have reached the server. */
  readonly isRepeat: boolean;
  /** False for a create that is only looked up. */
  readonly isNeeded: boolean;
}

/** The next request, or the time when one is due; null: none is known. */
export type Claimed = Claim | { readonly kind: 'nothing'; readonly dueAt: UnixMs | null };

/**
 * Drops intents that the server need not receive, and marks those to be sent. With `sendsState`, a
 * create sends flags and the reading position, too.
 */
export function claim(tx: SyncTransaction, id: BookmarkId, sendsState: boolean): Claimed {
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
    const intent = marked(plan.intent, state, sendsState);
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
    return { kind: plan.kind, state: claimed, intent, isRepeat, isNeeded };
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
function marked(
  intent: QueuedIntent,
  { bookmark }: SyncState,
  sendsState: boolean,
): QueuedIntent | null {
  const tried = { ...intent, state: 'sending' as const, attempts: intent.attempts + 1 };
  if (intent.intent.kind !== 'create' || intent.attempts > 0) return tried;
  return bookmark && { ...tried, sent: versionToSend(bookmark, sendsState) };
}

/** The next step for a bookmark. */
export type PushPlan =
  /** Nothing before `dueAt`; null: nothing is waiting, or a person has to decide. */
  | { readonly kind: 'nothing'; readonly dueAt: UnixMs | null }
  /** The intents that are left after dropping those that the server need not receive. */
  | { readonly kind: 'settle'; readonly left: readonly QueuedIntent[]; readonly staysHere: boolean }
  /** `isNeeded` is false if the create is only looked up in order to delete it. */
  | { readonly kind: 'create'; readonly intent: QueuedIntent; readonly isNeeded: boolean }
  | { readonly kind: 'patch' | 'delete' | 'verify' | 'recheck'; readonly intent: QueuedIntent };

/** A clock that was set back must not block anything. */
export const isDue = ({ notBefore, queuedAt }: QueuedIntent, now: UnixMs): boolean =>
  notBefore <= now || now < queuedAt;

/**
 * Applies the rules of docs/library.md: intents are sent in order, and none overtakes one that is
 * not due. A verification goes last.
 */
function planPush({ id, shadow, intents }: SyncState, now: UnixMs): PushPlan {
  const [head] = intents;
  if (head === undefined || intents.some(({ state }) => state === 'attention')) {
    return { kind: 'nothing', dueAt: null };
  }
  if (shadow?.serverId === null) return { kind: 'settle', left: [], staysHere: true };
  const others = intents.filter(({ intent }) => intent.kind !== 'verify');
  if (head.intent.kind === 'verify' && others.length > 0) {
    // Edits do not wait for the deletion of other bookmarks.
    const left = [...others, ...verificationsOf(intents, id)];
    return { kind: 'settle', left, staysHere: false };
  }
  if (!isDue(head, now)) return { kind: 'nothing', dueAt: head.notBefore };
  switch (head.intent.kind) {
    case 'create':
      return planCreate(head, intents, now);
    case 'content':
      // The service cannot replace an article.
      return { kind: 'settle', left: intents.slice(1), staysHere: true };
    case 'patch':
      if (shadow === null) return { kind: 'settle', left: intents.slice(1), staysHere: true };
      return { kind: 'patch', intent: head };
    case 'delete':
      if (shadow === null)
        return { kind: 'settle', left: fromNextCreate(intents), staysHere: false };
      return { kind: 'delete', intent: head };
    case 'verify':
      if (shadow === null) return { kind: 'settle', left: intents.slice(1), staysHere: false };
      return { kind: 'verify', intent: head };
    case 'recheck':
      if (shadow === null) return { kind: 'settle', left: [], staysHere: false };
      return { kind: 'recheck', intent: head };
  }
}

/** A create with a delete behind it waits for the delete; then neither is sent. */
function planCreate(create: QueuedIntent, intents: readonly QueuedIntent[], now: UnixMs): PushPlan {
  const deleteAt = intents.findIndex(({ intent }) => intent.kind === 'delete');
  if (deleteAt === -1) return { kind: 'create', intent: create, isNeeded: true };
  const waiting = intents.slice(0, deleteAt + 1).find((intent) => !isDue(intent, now));
  if (waiting !== undefined) return { kind: 'nothing', dueAt: waiting.notBefore };
  if (!isUnsent(create)) return { kind: 'create', intent: create, isNeeded: false };
  return { kind: 'settle', left: intents.slice(deleteAt + 1), staysHere: false };
}
