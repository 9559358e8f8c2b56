import { type CollectionFields, type CollectionId, DAY_MS, type UnixMs } from '../../domain';
import {
  type CollectionChanges,
  type CollectionDesk,
  type CollectionRow,
  changesOf,
  fieldsOf,
} from '../../library';

/** What is to be sent now of a collection. That it is tried is written down first. */
export type CollectionClaim = {
  /** As it was before it was tried. */
  readonly before: CollectionRow;
} & (
  | { readonly kind: 'create'; readonly made: CollectionFields }
  | {
      readonly kind: 'update';
      readonly serverId: string;
      readonly changes: CollectionChanges;
    }
  | { readonly kind: 'delete'; readonly serverId: string }
);

/** Or when there will be something; null: nothing waits, or only a person can say how it goes on. */
export type ClaimedCollection =
  | CollectionClaim
  | { readonly kind: 'nothing'; readonly dueAt: UnixMs | null };

/** The next thing to send of a collection; what nobody need hear of is settled. */
export function claimCollection(desk: CollectionDesk, id: CollectionId): ClaimedCollection {
  const before = desk.get(id);
  if (before?.state !== 'waiting') return { kind: 'nothing', dueAt: null };
  if (!isDue(before, desk.now)) return { kind: 'nothing', dueAt: before.notBefore };
  const { deletedAt, serverId, base } = before;
  const attempts = before.attempts + 1;
  if (deletedAt !== null) {
    if (serverId === null || before.isKeptHere) {
      desk.remove(id);
      return { kind: 'nothing', dueAt: null };
    }
    desk.put({ ...before, attempts, isDeleteTried: true });
    return { kind: 'delete', before, serverId };
  }
  if (serverId === null || base === null) {
    // What is asked for again is the same, whatever was edited since: by that it is known.
    const made = before.made ?? fieldsOf(before);
    desk.put({ ...before, attempts, made, creates: before.creates + 1 });
    return { kind: 'create', before, made };
  }
  const changes = changesOf(before);
  desk.put({ ...before, attempts, tried: changes });
  return { kind: 'update', before, serverId, changes };
}

/** A clock that was set back must not hold anything up: nothing is to wait for as long as a day. */
const isDue = ({ notBefore, deletedAt, updated }: CollectionRow, now: UnixMs): boolean =>
  notBefore <= now || now < (deletedAt ?? updated) || notBefore > now + DAY_MS;
