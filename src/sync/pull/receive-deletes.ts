import { err, ok, type Result } from '../../domain';
import type { SyncContext } from '../context';
import { receiveDelete } from '../merge/receive-delete';
import { type Stopped, stoppedByLibrary } from '../stop';

/** Takes in what is not on the server any more, in one transaction; `receive` says how each is. */
export async function receiveDeletes(
  { library: { sync } }: SyncContext,
  serverIds: readonly string[],
  receive = receiveDelete,
): Promise<Result<null, Stopped>> {
  const settled = await sync.decide({ serverIds }, (desk) => {
    for (const serverId of serverIds) receive(desk, serverId);
  });
  return settled.ok ? ok(null) : err(stoppedByLibrary(settled.error));
}
