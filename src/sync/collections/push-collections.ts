import type { CollectionFields, CollectionId } from '../../domain/collection';
import { err, ok, type Result } from '../../domain/result';
import type { UnixMs } from '../../domain/time';
import {
  type CollectionChanges,
  type CollectionState,
  type CollectionTransaction,
  changesOf,
  collectionFieldsOf,
  type Refusal,
} from '../../library';
import type { ServiceError } from '../../service';
import type { SyncContext } from '../context';
import {
  type Attempt,
  afterFailure,
  attempted,
  isDue,
  isUntried,
  isWaiting,
  type NothingDue,
  nothingBefore,
  type Outgoing,
  Runner,
  type Settle,
  settled,
} from '../runner';
import type { Failure, Stopped } from '../stop';
import { removeLostCollection } from './receive-collections';
import { collectionBody } from './remote-collection';

/**
 * Sends the changes of collections that are due. Returns the time when the next one is due; null:
 * nothing is waiting.
 */
export async function pushCollections(
  context: SyncContext,
): Promise<Result<UnixMs | null, Stopped>> {
  const { sync } = context.library;
  const { collections } = await sync.meta();
  if (collections === null) return ok(null);
  const runner = new Runner(context);
  for (const { id } of await sync.waitingCollections()) {
    await runner.run(outgoing(context, id, collections.refusal));
  }
  return runner.result;
}

/**
 * @param refusal the reason why collections cannot be listed. The list is the only way to find what
 * was created already.
 */
const outgoing = (
  context: SyncContext,
  id: CollectionId,
  refusal: Refusal | null,
): Outgoing<CollectionTransaction, CollectionClaim> => ({
  transaction: (work) => context.library.sync.collectionTransaction(work),
  claim: (tx) => claimCollection(tx, id),
  send: async (claim) =>
    refusal === null
      ? sendCollection(context, claim)
      : ok((tx) => recordFailed(tx, claim, { kind: 'refused', refusal })),
  fail: recordFailed,
});

function recordFailed(
  tx: CollectionTransaction,
  { before }: CollectionClaim,
  failure: Failure,
): void {
  const row = tx.get(before.id);
  // A person has deleted or restored it meanwhile.
  if (row?.entry?.state !== 'sending') return;
  const { tried, isDeleteTried, made, creates } = before;
  const marks = isUntried(failure) ? { tried, isDeleteTried, made, creates } : {};
  tx.put({ ...row, ...marks, entry: afterFailure(row.entry, failure, tx.now) });
  if (failure.kind === 'refused') tx.log('refused', row);
}

/** A request to make for a collection. */
type CollectionClaim = Attempt & {
  /** The row before the attempt. */
  readonly before: CollectionState;
} & (
    | { readonly kind: 'create'; readonly made: CollectionFields }
    | {
        readonly kind: 'update';
        readonly serverId: string;
        readonly changes: CollectionChanges;
      }
    | { readonly kind: 'delete'; readonly serverId: string }
  );

/** Returns the next request for a collection and drops changes that the server need not receive. */
function claimCollection(
  tx: CollectionTransaction,
  id: CollectionId,
): CollectionClaim | NothingDue {
  const before = tx.get(id);
  if (before === null || !isWaiting(before.entry)) return nothingBefore(null);
  if (!isDue(before.entry, tx.now)) return nothingBefore(before.entry.notBefore);
  const { deletedAt, serverId, base } = before;
  const entry = attempted(before.entry);
  const attempt = { about: id, attempts: entry.attempts, before };
  if (deletedAt !== null) {
    if (serverId === null || before.isKeptHere) {
      tx.remove(id);
      return nothingBefore(null);
    }
    tx.put({ ...before, entry, isDeleteTried: true });
    return { ...attempt, kind: 'delete', serverId };
  }
  if (serverId === null || base === null) {
    // A repeated create has the same fields as the first, whatever was edited since: they identify
    // it.
    const made = before.made ?? collectionFieldsOf(before);
    tx.put({ ...before, entry, made, creates: before.creates + 1 });
    return { ...attempt, kind: 'create', made };
  }
  const changes = changesOf(before);
  tx.put({ ...before, entry, tried: changes });
  return { ...attempt, kind: 'update', serverId, changes };
}

/** Makes the request of a claim. */
async function sendCollection(
  { server, signal }: SyncContext,
  claim: CollectionClaim,
): Promise<Result<Settle<CollectionTransaction>, ServiceError>> {
  const { collections } = server.client;
  const { id } = claim.before;
  switch (claim.kind) {
    case 'create': {
      const { name } = claim.made;
      const answer = await collections.create({ ...collectionBody(claim.made), name }, { signal });
      if (!answer.ok) return answer;
      const serverId = answer.value.headers.get('Location')?.split('/').at(-1);
      // The next list contains the collection, which is then recognised by its fields.
      if (!serverId) return err({ kind: 'malformed', issues: ['no Location'] });
      return ok((tx) => recordCreated(tx, id, claim.made, serverId));
    }
    case 'update': {
      const body = collectionBody(claim.changes);
      const answer = await collections.update(claim.serverId, body, { signal });
      if (answer.ok) return ok((tx) => recordUpdated(tx, id, claim.changes));
      if (answer.error.kind !== 'not-found') return answer;
      return ok((tx) => {
        const row = tx.get(id);
        if (row !== null) removeLostCollection(tx, row, true);
      });
    }
    case 'delete': {
      const answer = await collections.delete(claim.serverId, { signal });
      if (!answer.ok && answer.error.kind !== 'not-found') return answer;
      return ok((tx) => recordDeleted(tx, id));
    }
  }
}

function recordCreated(
  tx: CollectionTransaction,
  id: CollectionId,
  made: CollectionFields,
  serverId: string,
): void {
  const row = tx.get(id);
  if (row === null) return;
  // Older servers ignore the pin when a collection is created.
  const base = { ...made, isPinned: false };
  tx.put({ ...row, serverId, base, isCreatedHere: true, entry: settled(row.entry) });
  tx.log('sent', row);
}

function recordUpdated(
  tx: CollectionTransaction,
  id: CollectionId,
  changes: CollectionChanges,
): void {
  const row = tx.get(id);
  if (row === null || row.base === null) return;
  tx.put({ ...row, base: { ...row.base, ...changes }, tried: {}, entry: settled(row.entry) });
  tx.log('sent', row);
}

/** Creates a collection again that was restored during the request. */
function recordDeleted(tx: CollectionTransaction, id: CollectionId): void {
  const row = tx.get(id);
  if (row === null) return;
  if (row.deletedAt === null) removeLostCollection(tx, row, true);
  else tx.remove(id);
  tx.log('sent', row);
}
