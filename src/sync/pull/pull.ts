import { err, ok, type Result } from '../../domain';
import type { SyncStop } from '../../library';
import type { SyncContext } from '../context';
import { receiveDelete } from '../merge/receive-delete';
import { type Stopped, stoppedBy, stoppedByLibrary } from '../stop';
import { type Changes, readChanges } from './read-changes';
import { receiveAll } from './receive-all';
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
  const received = changes.value.isAll
    ? await reconcile(context, changes.value)
    : await receiveNew(context, changes.value);
  if (!received.ok) return received;
  const moved = await context.library.sync.setMeta({
    cursor: changes.value.latest,
    hasGoneBack: false,
    decision: null,
  });
  return moved.ok ? ok(null) : err(stoppedByLibrary(moved.error));
}

/**
 * Deletes first: a page that was deleted and saved anew is one bookmark. What was seen already is not
 * read again.
 */
async function receiveNew(
  context: SyncContext,
  { updated, deleted }: Changes,
): Promise<Result<null, Stopped>> {
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
  return receiveAll(context, wanted, () => false);
}
