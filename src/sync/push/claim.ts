import type { BookmarkId, UnixMs } from '../../domain';
import type { QueuedIntent, SyncDesk, SyncState } from '../../library';
import { versionToSend } from '../merge/adopt';
import { joinInto } from '../merge/join-here';
import { planPush } from './plan-push';

/** What is to be sent now: its outbox entries are marked, so that no edit is folded into them. */
export interface Claim {
  readonly kind: 'create' | 'patch' | 'delete' | 'keep' | 'twin';
  readonly state: SyncState;
  readonly intent: QueuedIntent;
  /** Whether an earlier request may have reached the server. */
  readonly isRepeat: boolean;
  /** false: a create that is only looked for. */
  readonly isWanted: boolean;
}

/** The next thing to send of a bookmark, or when there will be one; null: none is known. */
export type Claimed = Claim | { readonly kind: 'nothing'; readonly dueAt: UnixMs | null };

/** Settles what nobody need hear of, and marks what is to be sent. */
export function claim(desk: SyncDesk, id: BookmarkId): Claimed {
  for (;;) {
    const state = desk.get(id);
    const plan = planPush(state, desk.now);
    if (plan.kind === 'nothing') return plan;
    if (plan.kind === 'settle') {
      desk.put({ ...state, intents: plan.left });
      if (plan.staysHere) desk.tell('kept-here', id);
      continue;
    }
    if (plan.kind === 'create' && joinsAnother(desk, state)) continue;
    const isRepeat = plan.intent.attempts > 0;
    const intent = marked(plan.intent, state);
    if (intent === null) {
      desk.put({ ...state, intents: state.intents.slice(1) });
      continue;
    }
    const isClaimed = covers(plan.kind, state.intents);
    const intents = state.intents.map((one, at) =>
      at === 0 ? intent : isClaimed(at) ? { ...one, state: 'sending' as const } : one,
    );
    const claimed = { ...state, intents };
    desk.put(claimed);
    const isWanted = plan.kind !== 'create' || plan.isWanted;
    return { kind: plan.kind, state: claimed, intent, isRepeat, isWanted };
  }
}

/** A create stands for all that waits behind it, up to a delete; anything else for itself. */
function covers(kind: Claim['kind'], intents: readonly QueuedIntent[]): (at: number) => boolean {
  if (kind !== 'create') return (at) => at === 0;
  const deleteAt = intents.findIndex(({ intent }) => intent.kind === 'delete');
  return (at) => deleteAt === -1 || at < deleteAt;
}

/** null: a create that was never tried, of a bookmark that is gone. */
function marked(intent: QueuedIntent, { bookmark }: SyncState): QueuedIntent | null {
  const tried = { ...intent, state: 'sending' as const, attempts: intent.attempts + 1 };
  if (intent.intent.kind !== 'create' || intent.attempts > 0) return tried;
  return bookmark && { ...tried, sent: versionToSend(bookmark) };
}

/** One that was brought back while the server has another of its address: they become one. */
function joinsAnother(desk: SyncDesk, state: SyncState): boolean {
  if (state.bookmark === null) return false;
  const other = desk
    .byAddress(state.bookmark.urlKey)
    .find((one) => one.id !== state.id && one.shadow?.serverId && one.bookmark?.trashedAt === null);
  if (other !== undefined) joinInto(desk, state, other);
  return other !== undefined;
}
