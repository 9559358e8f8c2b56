import { err, ok, type Result } from '../../domain';
import type { SyncContext } from '../context';
import { receiveDelete } from '../merge/receive-delete';
import { type Stopped, stoppedBy, stoppedByLibrary } from '../stop';
import { type Changes, readChanges } from './read-changes';
import { receiveAll } from './receive-all';
import { reconcile } from './reconcile';

/** Takes in what changed on the server. The cursor moves when all of it is here. */
export async function pull(context: SyncContext): Promise<Result<null, Stopped>> {
  const { cursor } = await context.library.sync.meta();
  const changes = await readChanges(context, cursor);
  if (!changes.ok) return err(stoppedBy(changes.error));
  const received = changes.value.isAll
    ? await reconcile(context, changes.value)
    : await receiveNew(context, changes.value);
  return received.ok ? finish(context, changes.value) : received;
}

/** What was seen already is not read again. */
async function receiveNew(
  context: SyncContext,
  { updated }: Changes,
): Promise<Result<null, Stopped>> {
  const ids = [...updated.keys()];
  const wanted = await context.library.sync.decide({ serverIds: ids }, (desk) =>
    ids.filter((id) => desk.byServerId(id)?.shadow?.updated !== updated.get(id)),
  );
  if (!wanted.ok) return err(stoppedByLibrary(wanted.error));
  return receiveAll(context, wanted.value, () => false);
}

async function finish(
  { library }: SyncContext,
  { deleted, latest }: Changes,
): Promise<Result<null, Stopped>> {
  const finished = await library.sync.decide({ serverIds: deleted }, (desk) => {
    for (const serverId of deleted) receiveDelete(desk, serverId);
    desk.setMeta({ cursor: latest, decision: null });
  });
  return finished.ok ? ok(null) : err(stoppedByLibrary(finished.error));
}
