import type { UnixMs } from '../../domain';
import type { QueuedIntent, SyncState } from '../../library';
import { fromNextCreate, keepsOf } from '../merge/queue';
import { isUntried } from '../merge/rebase-intents';

/** What is to be done next about a bookmark. */
export type PushPlan =
  /** Not before `dueAt`; null: nothing waits, or only a person can say how it goes on. */
  | { readonly kind: 'nothing'; readonly dueAt: UnixMs | null }
  /** What is left once that which nobody need hear of is taken out. */
  | { readonly kind: 'settle'; readonly left: readonly QueuedIntent[]; readonly staysHere: boolean }
  /** `isWanted` is false where it is only looked for, to be deleted. */
  | { readonly kind: 'create'; readonly intent: QueuedIntent; readonly isWanted: boolean }
  | { readonly kind: 'patch' | 'delete' | 'keep' | 'twin'; readonly intent: QueuedIntent };

/** A clock that was set back must not hold anything up. */
export const isDue = ({ notBefore, queuedAt }: QueuedIntent, now: UnixMs): boolean =>
  notBefore <= now || now < queuedAt;

/** By the rules of docs/library.md: in order, nothing past what is not due but a look at the last. */
export function planPush({ id, shadow, intents }: SyncState, now: UnixMs): PushPlan {
  const [head] = intents;
  if (head === undefined || intents.some(({ state }) => state === 'attention')) {
    return { kind: 'nothing', dueAt: null };
  }
  if (shadow?.serverId === null) return { kind: 'settle', left: [], staysHere: true };
  const others = intents.filter(({ intent }) => intent.kind !== 'keep');
  if (head.intent.kind === 'keep' && others.length > 0) {
    // No edit waits for the deletes of other bookmarks.
    const left = [...others, ...keepsOf(intents, id)];
    return { kind: 'settle', left, staysHere: false };
  }
  if (!isDue(head, now)) return { kind: 'nothing', dueAt: head.notBefore };
  switch (head.intent.kind) {
    case 'create':
      return planCreate(head, intents, now);
    case 'content':
      // The service has no way to replace an article.
      return { kind: 'settle', left: intents.slice(1), staysHere: true };
    case 'patch':
      if (shadow === null) return { kind: 'settle', left: intents.slice(1), staysHere: true };
      return { kind: 'patch', intent: head };
    case 'delete':
      if (shadow === null)
        return { kind: 'settle', left: fromNextCreate(intents), staysHere: false };
      return { kind: 'delete', intent: head };
    case 'keep':
      if (shadow === null) return { kind: 'settle', left: intents.slice(1), staysHere: false };
      return { kind: 'keep', intent: head };
    case 'twin':
      if (shadow === null) return { kind: 'settle', left: [], staysHere: false };
      return { kind: 'twin', intent: head };
  }
}

/** A create with a delete behind it waits with it, and then neither is sent. */
function planCreate(create: QueuedIntent, intents: readonly QueuedIntent[], now: UnixMs): PushPlan {
  const deleteAt = intents.findIndex(({ intent }) => intent.kind === 'delete');
  if (deleteAt === -1) return { kind: 'create', intent: create, isWanted: true };
  const waiting = intents.slice(0, deleteAt + 1).find((intent) => !isDue(intent, now));
  if (waiting !== undefined) return { kind: 'nothing', dueAt: waiting.notBefore };
  if (!isUntried(create)) return { kind: 'create', intent: create, isWanted: false };
  return { kind: 'settle', left: intents.slice(deleteAt + 1), staysHere: false };
}
