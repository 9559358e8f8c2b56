import { DAY_MS, err, ok, type Result } from '../../domain';
import type { SyncMeta, SyncStop } from '../../library';
import { pullCollections } from '../collections/pull-collections';
import type { SyncContext } from '../context';
import { type Stopped, stoppedBy, stoppedByLibrary } from '../stop';
import { type Changes, readAll, readChanges } from './read-changes';
import { type Received, receiveAll } from './receive-all';
import { receiveDeletes } from './receive-deletes';
import { reconcile } from './reconcile';

const ENDED_BY_AN_ANSWER: ReadonlySet<SyncStop['kind']> = new Set([
  'offline',
  'server-busy',
  'not-allowed',
]);

/** So often all is compared, though nothing seems to be missed: no list says what a server lost. */
const COMPARE_EVERY_MS = 7 * DAY_MS;

/** Takes in what changed on the server. The cursor moves when all of it is here. */
export async function pull(context: SyncContext): Promise<Result<null, Stopped>> {
  const before = await context.library.sync.meta();
  const changes = await readChanges(context, before);
  if (!changes.ok) return err(stoppedBy(changes.error));
  if (before.stop !== null && ENDED_BY_AN_ANSWER.has(before.stop.kind)) {
    // What follows may take minutes, and nobody shall read all the while that nothing comes.
    const told = await context.library.sync.setMeta({ stop: null });
    if (!told.ok) return err(stoppedByLibrary(told.error));
  }
  const isDue = isCompareDue(context, before);
  const received = await receiveChanges(context, changes.value, isDue);
  if (!received.ok) return received;
  const { hasGoneBack } = changes.value;
  const collected = await pullCollections(context, { hasGoneBack, decision: before.decision });
  if (!collected.ok) return collected;
  const moved = await context.library.sync.setMeta({
    cursor: changes.value.latest,
    ...(isDue ? { comparedAt: context.now() } : {}),
    hasGoneBack: false,
    decision: null,
  });
  return moved.ok ? ok(null) : err(stoppedByLibrary(moved.error));
}

/** Also where the clock was ahead when all was compared last. */
function isCompareDue({ now }: SyncContext, { comparedAt }: SyncMeta): boolean {
  return comparedAt === null || Math.abs(now() - comparedAt) >= COMPARE_EVERY_MS;
}

async function receiveChanges(
  context: SyncContext,
  changes: Changes,
  isCompareDue: boolean,
): Promise<Result<null, Stopped>> {
  if (changes.isAll) return reconcile(context, changes);
  const received = await receiveNew(context, changes);
  if (!received.ok) return received;
  return received.value === 'doubtful' || isCompareDue ? compareAll(context) : ok(null);
}

/**
 * Looks for what is neither there nor deleted. A page that came under a new id, while under its old
 * one nobody deleted it, is there twice, or the server was put back and given it anew by another device.
 */
async function compareAll(context: SyncContext): Promise<Result<null, Stopped>> {
  const all = await readAll(context);
  if (!all.ok) return err(stoppedBy(all.error));
  const { updated, deleted } = all.value;
  const linked = await context.library.sync.linked();
  const ids = linked.flatMap(({ serverId }) => serverId ?? []);
  const hasGoneBack = ids.some((id) => !updated.has(id) && !deleted.has(id));
  return reconcile(context, { ...all.value, hasGoneBack });
}

/**
 * Deletes first: a page that was deleted and saved anew is one bookmark. What was seen already is not
 * read again.
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
  const wanted = ids.filter((id) => seen.get(id) !== updated.get(id));
  return receiveAll(context, wanted, null);
}
