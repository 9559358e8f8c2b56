import { err, ok, type Result } from '../../domain/result';
import { DAY_MS } from '../../domain/time';
import type { SyncMeta, SyncStop } from '../../library';
import { pullCollections } from '../collections/pull-collections';
import type { SyncContext } from '../context';
import { learnReviews } from '../highlights/learn-reviews';
import { pullHighlights } from '../highlights/pull-highlights';
import { orStopped, type Stopped, stoppedBy } from '../stop';
import { learnNotes } from './learn-notes';
import { type Changes, hasLost, readAll, readChanges } from './read-changes';
import { type Received, receiveAll, receiveDeletes } from './receive-all';
import { reconcile } from './reconcile';

const ENDED_BY_AN_ANSWER: ReadonlySet<SyncStop['kind']> = new Set([
  'offline',
  'server-busy',
  'not-allowed',
  'signed-out',
]);

/** A full comparison runs this often, because no list reports what a server has lost. */
const COMPARE_EVERY_MS = 7 * DAY_MS;

/** Receives the changes of the server. The cursor moves after all of them are stored. */
export async function pull(context: SyncContext): Promise<Result<unknown, Stopped>> {
  if (context.isReadOnly) {
    // It has nothing that the server could lose.
    const accepted = await orStopped(context.library.sync.setMeta({ decision: 'accept' }));
    if (!accepted.ok) return accepted;
  }
  const before = await context.library.sync.meta();
  const changes = await readChanges(context, before);
  if (!changes.ok) return err(stoppedBy(changes.error));
  const looked = await orStopped(context.library.sync.confirmTime(changes.value.serverTime));
  if (!looked.ok) return looked;
  if (before.stop !== null && ENDED_BY_AN_ANSWER.has(before.stop.kind)) {
    // The rest may take minutes, and the status must not show an old error meanwhile.
    const saved = await orStopped(context.library.sync.setMeta({ stop: null }));
    if (!saved.ok) return saved;
  }
  const isDue = isCompareDue(context, before);
  if (isDue || context.isManual) {
    const learnt = await learnNotes(context, before);
    if (!learnt.ok) return learnt;
    const reviewed = await learnReviews(context, before);
    if (!reviewed.ok) return reviewed;
  }
  const received = await receiveChanges(context, changes.value, isDue);
  if (!received.ok) return received;
  const { hasGoneBack } = changes.value;
  const collected = await pullCollections(context, { hasGoneBack, decision: before.decision });
  if (!collected.ok) return collected;
  const highlighted = await pullHighlights(context, before.decision);
  if (!highlighted.ok) return highlighted;
  const writing = context.library.sync.setMeta({
    arriving: null,
    cursor: changes.value.latest,
    ...(isDue ? { comparedAt: context.now() } : {}),
    hasGoneBack: false,
    decision: null,
  });
  return orStopped(writing);
}

/** The absolute value also covers a clock that was ahead at the last comparison. */
function isCompareDue({ now }: SyncContext, { comparedAt }: SyncMeta): boolean {
  return comparedAt === null || Math.abs(now() - comparedAt) >= COMPARE_EVERY_MS;
}

async function receiveChanges(
  context: SyncContext,
  changes: Changes,
  isCompareDue: boolean,
): Promise<Result<unknown, Stopped>> {
  if (changes.isAll) return reconcile(context, changes);
  const received = await receiveNew(context, changes);
  if (!received.ok) return received;
  return received.value === 'doubtful' || isCompareDue ? compareAll(context) : ok(null);
}

/**
 * Looks for bookmarks that are neither on the server nor deleted there. A page that arrives under a
 * new id while its old id was not deleted exists twice, or the server was restored and another
 * device created the page again.
 */
async function compareAll(context: SyncContext): Promise<Result<unknown, Stopped>> {
  const all = await readAll(context);
  if (!all.ok) return err(stoppedBy(all.error));
  const hasGoneBack = await hasLost(context, all.value);
  return reconcile(context, { ...all.value, hasGoneBack });
}

/**
 * Deletions come first: a page that was deleted and saved again is one bookmark. Known versions are
 * not read again.
 */
async function receiveNew(
  context: SyncContext,
  { updated, deleted }: Changes,
): Promise<Result<Received, Stopped>> {
  const settled = await receiveDeletes(context, [...deleted.keys()]);
  if (!settled.ok) return settled;
  const ids = [...updated.keys()];
  const linked = await context.library.sync.linked(ids);
  const seen = new Map(linked.map((one) => [one.serverId, one.updated]));
  const serverIds = ids.filter((id) => seen.get(id) !== updated.get(id));
  return receiveAll(context, { serverIds, isNew: (id) => !seen.has(id) }, null);
}
