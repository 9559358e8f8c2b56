import { err, ok, type Result } from '../../domain';
import type { SyncContext } from '../context';
import { receiveDelete } from '../merge/receive-delete';
import { type Stopped, stoppedByLibrary } from '../stop';

/** Takes in what was deleted on the server, in one transaction. */
export async function receiveDeletes(
  { library: { sync } }: SyncContext,
  serverIds: readonly string[],
): Promise<Result<null, Stopped>> {
  const settled = await sync.decide({ serverIds }, (desk) => {
    for (const serverId of serverIds) receiveDelete(desk, serverId);
  });
  return settled.ok ? ok(null) : err(stoppedByLibrary(settled.error));
}
