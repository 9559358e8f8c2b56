import {
  type CollectionFields,
  type CollectionId,
  DAY_MS,
  err,
  ok,
  type Result,
  type UnixMs,
  unixMs,
} from '../../domain';
import {
  type CollectionChanges,
  type CollectionRow,
  type CollectionTransaction,
  changesOf,
  fieldsOf,
  type Refusal,
} from '../../library';
import type { ServiceError } from '../../service';
import type { SyncContext } from '../context';
import {
  classifyFailure,
  earlier,
  FAILURES_TO_STOP,
  type Failure,
  NO_PROGRESS,
  SET_ASIDE,
  type Stopped,
  stoppedBy,
  stoppedByLibrary,
  Turns,
} from '../stop';
import { removeLostCollection } from './receive-collections';
import { collectionBody } from './remote-collection';

/**
 * Sends the changes of collections that are due. Returns the time when the next one is due; null:
 * nothing is waiting.
 */
export async function pushCollections(
  context: SyncContext,
): Promise<Result<UnixMs | null, Stopped>> {
  const { library, signal } = context;
  const { collections } = await library.sync.meta();
  if (collections === null) return ok(null);
  const { refusal } = collections;
  const left = (await library.sync.waitingCollections()).map(({ id }) => id);
  let dueAt: UnixMs | null = null;
  let failures = 0;
  const turns = new Turns();
  for (let id = left.shift(); id !== undefined; ) {
    const current = id;
    if (signal.aborted) return err({ stop: null, waitMs: null });
    const claimed = await library.sync.collectionTransaction((tx) => claimCollection(tx, current));
    if (!claimed.ok) return err(stoppedByLibrary(claimed.error));
    const claim = claimed.value;
    if (claim.kind === 'nothing') {
      dueAt = earlier(dueAt, claim.dueAt);
      id = left.shift();
      continue;
    }
    if (turns.areOver([current])) {
      const setAside: SentCollection = (tx) =>
        recordCollectionFailed(tx, claim, SET_ASIDE, context.now());
      const noted = await library.sync.collectionTransaction(setAside);
      return err(noted.ok ? NO_PROGRESS : stoppedByLibrary(noted.error));
    }
    const { settle, failure, error } = await attempt(context, claim, refusal);
    const settled = await library.sync.collectionTransaction(settle);
    if (!settled.ok) return err(stoppedByLibrary(settled.error));
    failures = failure?.kind === 'later' ? failures + 1 : 0;
    const isOver = failure?.kind === 'later' && !failure.isItemFailure;
    if (error !== null && (isOver || failures >= FAILURES_TO_STOP)) return err(stoppedBy(error));
  }
  return ok(dueAt);
}

interface Attempt {
  /** Writes the result to the library. */
  readonly settle: SentCollection;
  /** null: the request succeeded. */
  readonly failure: Failure | null;
  /** The error of the request; null: it succeeded or was not made. */
  readonly error: ServiceError | null;
}

/**
 * @param refusal the reason why collections cannot be listed. The list is the only way to find what
 * was created already.
 */
async function attempt(
  context: SyncContext,
  claim: CollectionClaim,
  refusal: Refusal | null,
): Promise<Attempt> {
  const failed = (failure: Failure, error: ServiceError | null): Attempt => ({
    settle: (tx) => recordCollectionFailed(tx, claim, failure, context.now()),
    ...{ failure, error },
  });
  if (refusal !== null) return failed({ kind: 'refused', refusal }, null);
  const sent = await sendCollection(context, claim);
  if (sent.ok) return { settle: sent.value, failure: null, error: null };
  const { attempts } = claim.before;
  return failed(classifyFailure(sent.error, attempts + 1, context.random()), sent.error);
}

/** Removes the marks of the attempt if the server has certainly not acted. */
function recordCollectionFailed(
  tx: CollectionTransaction,
  { before }: CollectionClaim,
  failure: Failure,
  now: UnixMs,
): void {
  const row = tx.get(before.id);
  if (row === null) return;
  const { tried, isDeleteTried, made, creates } = before;
  const isTried = failure.kind === 'later' && failure.isTried;
  const untried = isTried ? row : { ...row, tried, isDeleteTried, made, creates };
  if (failure.kind === 'later') {
    tx.put({ ...untried, notBefore: unixMs(now + failure.waitMs) });
    return;
  }
  tx.put({ ...untried, refusal: failure.refusal });
  tx.log('refused', row);
}

/** A request to make for a collection. The attempt is recorded before it is made. */
export type CollectionClaim = {
  /** The row before the attempt. */
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

/**
 * The next request, or the time when one is due; null: nothing is waiting, or a person has to
 * decide.
 */
export type ClaimedCollection =
  | CollectionClaim
  | { readonly kind: 'nothing'; readonly dueAt: UnixMs | null };

/** Returns the next request for a collection and drops changes that the server need not receive. */
function claimCollection(tx: CollectionTransaction, id: CollectionId): ClaimedCollection {
  const before = tx.get(id);
  if (before?.state !== 'waiting') return { kind: 'nothing', dueAt: null };
  if (!isDue(before, tx.now)) return { kind: 'nothing', dueAt: before.notBefore };
  const { deletedAt, serverId, base } = before;
  const attempts = before.attempts + 1;
  if (deletedAt !== null) {
    if (serverId === null || before.isKeptHere) {
      tx.remove(id);
      return { kind: 'nothing', dueAt: null };
    }
    tx.put({ ...before, attempts, isDeleteTried: true });
    return { kind: 'delete', before, serverId };
  }
  if (serverId === null || base === null) {
    // A repeated create has the same fields as the first, whatever was edited since: they identify
    // it.
    const made = before.made ?? fieldsOf(before);
    tx.put({ ...before, attempts, made, creates: before.creates + 1 });
    return { kind: 'create', before, made };
  }
  const changes = changesOf(before);
  tx.put({ ...before, attempts, tried: changes });
  return { kind: 'update', before, serverId, changes };
}

/** A clock that was set back must not block anything. Nothing has to wait for as long as a day. */
const isDue = ({ notBefore, deletedAt, updated }: CollectionRow, now: UnixMs): boolean =>
  notBefore <= now || now < (deletedAt ?? updated) || notBefore > now + DAY_MS;

/** Writes the result of a request to the library. */
export type SentCollection = (tx: CollectionTransaction) => void;

/** Makes the request of a claim. */
async function sendCollection(
  { server, signal }: SyncContext,
  claim: CollectionClaim,
): Promise<Result<SentCollection, ServiceError>> {
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
      return ok((tx) => recordCollectionCreated(tx, claim, serverId));
    }
    case 'update': {
      const answer = await collections.update(claim.serverId, collectionBody(claim.changes), {
        signal,
      });
      if (answer.ok) return ok((tx) => recordCollectionUpdated(tx, claim));
      if (answer.error.kind !== 'not-found') return answer;
      return ok((tx) => {
        const row = tx.get(id);
        if (row !== null) removeLostCollection(tx, row, true);
      });
    }
    case 'delete': {
      const answer = await collections.delete(claim.serverId, { signal });
      if (!answer.ok && answer.error.kind !== 'not-found') return answer;
      return ok((tx) => recordCollectionDeleted(tx, claim));
    }
  }
}

function recordCollectionCreated(
  tx: CollectionTransaction,
  { before: { id }, made }: CollectionClaim & { kind: 'create' },
  serverId: string,
): void {
  const row = tx.get(id);
  if (row === null) return;
  // Older servers ignore the pin when a collection is created.
  const base = { ...made, isPinned: false };
  tx.put({ ...row, serverId, base, isCreatedHere: true, attempts: 0 });
  tx.log('sent', row);
}

function recordCollectionUpdated(
  tx: CollectionTransaction,
  { before: { id }, changes }: CollectionClaim & { kind: 'update' },
): void {
  const row = tx.get(id);
  if (row === null || row.base === null) return;
  tx.put({ ...row, base: { ...row.base, ...changes }, tried: {}, attempts: 0 });
  tx.log('sent', row);
}

/** Creates a collection again that was restored during the request. */
function recordCollectionDeleted(
  tx: CollectionTransaction,
  { before: { id } }: CollectionClaim,
): void {
  const row = tx.get(id);
  if (row === null) return;
  if (row.deletedAt === null) removeLostCollection(tx, row, true);
  else tx.remove(id);
  tx.log('sent', row);
}
