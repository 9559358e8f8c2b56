import { err, ok, type Result, type UnixMs, unixMs } from '../../domain';
import type { CollectionDesk, Refusal } from '../../library';
import type { ServiceError } from '../../service';
import type { SyncContext } from '../context';
import { type Failure, judgeFailure } from '../push/judge-failure';
import { earlier, type Stopped, stoppedBy, stoppedByLibrary } from '../stop';
import { type CollectionClaim, claimCollection } from './claim-collection';
import { type SentCollection, sendCollection } from './send-collection';

/** So many in a row that the server can't take are the server's own trouble. */
const FAILURES_TO_STOP = 3;

/** Sends what is due of collections; when the next may be sent, null: nothing waits. */
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
  for (let id = left.shift(); id !== undefined; ) {
    const current = id;
    if (signal.aborted) return err({ stop: null, waitMs: null });
    const claimed = await library.sync.decideCollections((desk) => claimCollection(desk, current));
    if (!claimed.ok) return err(stoppedByLibrary(claimed.error));
    const claim = claimed.value;
    if (claim.kind === 'nothing') {
      dueAt = earlier(dueAt, claim.dueAt);
      id = left.shift();
      continue;
    }
    const { settle, failure, error } = await attempt(context, claim, refusal);
    const settled = await library.sync.decideCollections(settle);
    if (!settled.ok) return err(stoppedByLibrary(settled.error));
    failures = failure?.kind === 'later' ? failures + 1 : 0;
    const isOver = failure?.kind === 'later' && !failure.isTrouble;
    if (error !== null && (isOver || failures >= FAILURES_TO_STOP)) return err(stoppedBy(error));
  }
  return ok(dueAt);
}

interface Attempt {
  /** What follows here. */
  readonly settle: SentCollection;
  /** null: it was sent. */
  readonly failure: Failure | null;
  /** What the server answered to it, or why it did not; null where it was not asked. */
  readonly error: ServiceError | null;
}

/** @param refusal why collections can't be listed: what was made already is found in the list alone */
async function attempt(
  context: SyncContext,
  claim: CollectionClaim,
  refusal: Refusal | null,
): Promise<Attempt> {
  const failed = (failure: Failure, error: ServiceError | null): Attempt => ({
    settle: (desk) => settleFailed(desk, claim, failure, context.now()),
    ...{ failure, error },
  });
  if (refusal !== null) return failed({ kind: 'refused', refusal }, null);
  const sent = await sendCollection(context, claim);
  if (sent.ok) return { settle: sent.value, failure: null, error: null };
  const { attempts } = claim.before;
  return failed(judgeFailure(sent.error, attempts + 1, context.random()), sent.error);
}

/** What the server has certainly not made was not tried after all. */
function settleFailed(
  desk: CollectionDesk,
  { before }: CollectionClaim,
  failure: Failure,
  now: UnixMs,
): void {
  const row = desk.get(before.id);
  if (row === null) return;
  const { tried, isDeleteTried, made, creates } = before;
  const isTried = failure.kind === 'later' && failure.isTried;
  const untried = isTried ? row : { ...row, tried, isDeleteTried, made, creates };
  if (failure.kind === 'later') {
    desk.put({ ...untried, notBefore: unixMs(now + failure.waitMs) });
    return;
  }
  desk.put({ ...untried, refusal: failure.refusal });
  desk.tell('refused', row);
}
