import { err, ok, type Result } from '../../domain';
import type { SyncStop } from '../../library';
import type { SyncContext } from '../context';
import { receiveDelete } from '../merge/receive-delete';
import { type Stopped, stoppedBy, stoppedByLibrary } from '../stop';
import { type Changes, readAll, readChanges } from './read-changes';
import { type Received, receiveAll } from './receive-all';
import { reconcile } from './reconcile';

const ENDED_BY_AN_ANSWER: ReadonlySet<SyncStop['kind']> = new Set([
  'offline',
  'server-busy',
  'not-allowed',
]);

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
  const received = await receiveChanges(context, changes.value);
  if (!received.ok) return received;
  const moved = await context.library.sync.setMeta({
    cursor: changes.value.latest,
    hasGoneBack: false,
    decision: null,
  });
  return moved.ok ? ok(null) : err(stoppedByLibrary(moved.error));
}

async function receiveChanges(
  context: SyncContext,
  changes: Changes,
): Promise<Result<null, Stopped>> {
  if (changes.isAll) return reconcile(context, changes);
  const received = await receiveNew(context, changes);
  if (!received.ok) return received;
  return received.value === 'doubtful' ? compareAll(context) : ok(null);
}

/**
 * A page came under a new id, and under its old one nobody deleted it: there may be two of it, or the
 * server was put back and given it anew, by another device.
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
  const { sync } = context.library;
  const gone = [...deleted.keys()];
  const settled = await sync.decide({ serverIds: gone }, (desk) => {
    for (const serverId of gone) receiveDelete(desk, serverId);
  });
  if (!settled.ok) return err(stoppedByLibrary(settled.error));
  const ids = [...updated.keys()];
  const linked = await sync.linked(ids);
  const seen = new Map(linked.map((one) => [one.serverId, one.updated]));
  const wanted = ids.filter((id) => seen.get(id) !== updated.get(id));
  return receiveAll(context, wanted, null);
}
