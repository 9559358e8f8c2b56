import type { BookmarkId } from '../../domain/bookmark';
import { EDITABLE_FIELDS, pick } from '../../domain/bookmark-fields';
import { definedFields } from '../../domain/defined-fields';
import { MINUTE_MS, type UnixMs, unixMs } from '../../domain/time';
import {
  type BookmarkChanges,
  isUnchanged,
  isUnsent,
  type QueuedIntent,
  type ServerVersion,
  type SyncState,
  type SyncTransaction,
  unsentChanges,
  withChanges,
  withTried,
} from '../../library';
import { joinLinked } from '../merge/join';
import { type Sends, versionToSend } from '../merge/link-created';
import { mergeRemote } from '../merge/merge-remote';
import { fromNextCreate } from '../merge/queue';
import {
  type Attempt,
  afterFailure,
  attempted,
  delayed,
  isDue,
  isUntried,
  type NothingDue,
  nothingBefore,
  released,
} from '../runner';
import type { Failure } from '../stop';

/** The next request for a bookmark. Its outbox entries are marked as being sent. */
export interface Claim extends Attempt {
  readonly kind: 'create' | 'content' | 'patch' | 'delete' | 'verify' | 'recheck';
  readonly state: SyncState;
  readonly intent: QueuedIntent;
  /** True if an earlier request may have reached the server. */
  readonly isRepeat: boolean;
  /** False for a create that is only looked up. */
  readonly isNeeded: boolean;
  /** The changes that a patch sends. */
  readonly changes: BookmarkChanges | null;
  /** The changes that were sent without a response before this request. */
  readonly triedBefore: BookmarkChanges | undefined;
}

/**
 * Drops intents that the server need not receive, and marks those to be sent. `sends` are the parts
 * of a create.
 */
export function claim(tx: SyncTransaction, id: BookmarkId, sends: Sends): Claim | NothingDue {
  for (;;) {
    const state = tx.get(id);
    const plan = planPush(state, tx);
    if (plan.kind === 'nothing') return plan;
    if (plan.kind === 'settle') {
      tx.put({ ...state, intents: plan.left });
      if (plan.staysHere) tx.log('kept-here', id);
      continue;
    }
    // A bookmark that was restored from the trash may have been saved again.
    if (plan.kind === 'create' && joinLinked(tx, state)) return nothingBefore(null);
    const isRepeat = plan.intent.attempts > 0;
    const intent = marked(plan, state, sends);
    if (intent === null) {
      tx.put({ ...state, intents: state.intents.slice(1) });
      continue;
    }
    const isClaimed = covers(plan.kind, state.intents);
    const intents = state.intents.map((one, at) =>
      at === 0 ? intent : isClaimed(at) ? { ...one, state: 'sending' as const } : one,
    );
    const changes = plan.kind === 'patch' ? plan.changes : null;
    const { shadow } = state;
    const tried = shadow?.tried;
    const claimed = {
      ...state,
      intents,
      shadow: shadow && changes ? { ...shadow, tried: withTried(tried, changes) } : shadow,
    };
    tx.put(claimed);
    const isNeeded = plan.kind !== 'create' || plan.isNeeded;
    const { attempts } = intent;
    const request = { about: id, attempts, kind: plan.kind, intent, isRepeat, isNeeded, changes };
    return { ...request, state: claimed, triedBefore: tried };
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
function marked(plan: Sending, { bookmark }: SyncState, sends: Sends): QueuedIntent | null {
  const { intent } = plan;
  const tried = attempted(intent);
  if (plan.kind === 'patch') return { ...tried, intent: { kind: 'patch', fields: namesOf(plan) } };
  if (intent.intent.kind !== 'create' || intent.attempts > 0) return tried;
  return bookmark && { ...tried, sent: versionToSend(bookmark, sends) };
}

/** Returns the names of the fields that a patch changes. */
function namesOf({ changes: { set, addLabels, removeLabels } }: PatchPlan): readonly string[] {
  const hasLabels = addLabels.length + removeLabels.length > 0;
  return [...Object.keys(set), ...(hasLabels ? ['labels'] : [])];
}

/** A bookmark that was created is received again by then. */
const ANSWER_TAKES_MS = MINUTE_MS;

/** The next step for a bookmark. */
export type PushPlan =
  | NothingDue
  /** The intents that are left after dropping those that the server need not receive. */
  | { readonly kind: 'settle'; readonly left: readonly QueuedIntent[]; readonly staysHere: boolean }
  | Sending;

interface PatchPlan {
  readonly kind: 'patch';
  readonly intent: QueuedIntent;
  readonly changes: BookmarkChanges;
}

type Sending =
  /** `isNeeded` is false if the create is only looked up in order to delete it. */
  | { readonly kind: 'create'; readonly intent: QueuedIntent; readonly isNeeded: boolean }
  | PatchPlan
  | {
      readonly kind: 'content' | 'delete' | 'verify' | 'recheck';
      readonly intent: QueuedIntent;
    };

/**
 * Applies the rules of docs/library.md: intents are sent in order, and none overtakes one that is
 * not due. A verification goes last.
 */
function planPush(
  { bookmark, shadow, intents }: SyncState,
  { now, hasNotes }: SyncTransaction,
): PushPlan {
  const [head] = intents;
  if (head === undefined || intents.some(({ state }) => state === 'attention')) {
    return nothingBefore(null);
  }
  if (shadow?.serverId === null) return { kind: 'settle', left: [], staysHere: true };
  if (!isDue(head, now)) return nothingBefore(head.notBefore);
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
    case 'patch': {
      const changes = bookmark && shadow && unsentChanges(bookmark, shadow, hasNotes);
      return changes === null || isUnchanged(changes)
        ? settled(intents.slice(1))
        : { kind: 'patch', intent: head, changes };
    }
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
  sent: BookmarkChanges,
  answered: Partial<ServerVersion>,
): void {
  const state = tx.get(id);
  if (state.shadow === null) return;
  const { tried: _, ...shadow } = state.shadow;
  const asked = withChanges(shadow.version, sent);
  const fields = [...EDITABLE_FIELDS.filter((field) => field in sent.set), 'labels'] as const;
  const there: ServerVersion = { ...asked, ...definedFields(pick(answered, fields)) };
  // The answer stands for what was sent, also if the server has not read the page yet. Otherwise it
  // would be sent again and again.
  const answering = { ...shadow, version: asked, updated: shadow.updated ?? tx.now };
  const bookmark =
    state.bookmark && mergeRemote({ bookmark: state.bookmark, shadow: answering }, there).bookmark;
  // A value that still differs is another change.
  const intents = state.intents.map((one) => (one.intent.kind === 'patch' ? sentPatch(one) : one));
  tx.put({ id, bookmark, shadow: { ...shadow, version: there }, intents });
  tx.log('sent', id);
}

const sentPatch = (entry: QueuedIntent): QueuedIntent => ({
  ...entry,
  intent: { kind: 'patch' },
  state: 'waiting',
  attempts: 0,
});

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
export function recordFailed(tx: SyncTransaction, claim: Claim, failure: Failure): void {
  const { id } = claim.state;
  if (isUntried(failure)) forgetTried(tx, claim);
  changeSent(tx, id, (head) => afterFailure(head, failure, tx.now));
  if (failure.kind === 'refused') tx.log('refused', id);
}

/** Schedules the next attempt, although no request was made after all. */
export const retryLater = (tx: SyncTransaction, id: BookmarkId, notBefore: UnixMs): void =>
  changeSent(tx, id, (head) => delayed(head, { notBefore, isTried: false }));

/** Records that the server has certainly not received the changes of a claim. */
export function forgetTried(
  tx: SyncTransaction,
  { state: { id }, changes, triedBefore }: Claim,
): void {
  const { shadow, ...state } = tx.get(id);
  if (changes === null || shadow === null) return;
  const { tried: _, ...rest } = shadow;
  tx.put({ ...state, shadow: { ...rest, ...(triedBefore && { tried: triedBefore }) } });
}

/** Changes the entry that was sent, the first one of those. Those that it covers wait again. */
function changeSent(
  tx: SyncTransaction,
  id: BookmarkId,
  change: (head: QueuedIntent) => QueuedIntent,
): void {
  const state = tx.get(id);
  const sent = state.intents.find((one) => one.state === 'sending');
  const intents = state.intents.map((one) => (one === sent ? change(one) : released(one)));
  tx.put({ ...state, intents });
}
