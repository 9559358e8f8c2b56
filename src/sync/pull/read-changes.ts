import { formatInstant } from '../../contract';
import { err, MINUTE_MS, ok, type Result, type UnixMs, unixMs } from '../../domain';
import type { ServiceError } from '../../service';
import type { SyncContext } from '../context';
import { instantOf } from '../merge/server-version';

/** What changed on the server, or all there is. */
export interface Changes {
  readonly updated: ReadonlyMap<string, UnixMs>;
  readonly deleted: readonly string[];
  /** Whether `updated` is all that the server has. */
  readonly isAll: boolean;
  /** The server is older than what was seen of it: it was restored from a backup, or is another. */
  readonly hasGoneBack: boolean;
  /** The latest change, by the server's clock. */
  readonly latest: UnixMs;
}

/** A server's clock may be set back a little, and a change may be written some time after its stamp. */
const OVERLAP_MS = MINUTE_MS;

/**
 * The changes since `cursor`. The change that the cursor was taken from is asked for again; a server
 * that does not know it has lost what came after some moment, so all is compared.
 */
export async function readChanges(
  context: SyncContext,
  cursor: UnixMs | null,
): Promise<Result<Changes, ServiceError>> {
  if (cursor !== null) {
    const since = await readList(context, unixMs(Math.max(0, cursor - OVERLAP_MS)));
    if (!since.ok || since.value.latest >= cursor) return since;
  }
  const all = await readList(context, null);
  if (!all.ok) return all;
  return ok({ ...all.value, isAll: true, hasGoneBack: (cursor ?? 0) > all.value.latest });
}

async function readList(
  { server, signal }: SyncContext,
  since: UnixMs | null,
): Promise<Result<Changes, ServiceError>> {
  const query = since === null ? {} : { since: formatInstant(since) };
  const answer = await server.client.sync.list(query, { signal });
  if (!answer.ok) return answer;
  if (answer.value.status !== 200) return err({ kind: 'malformed', issues: ['no list'] });
  const updated = new Map<string, UnixMs>();
  const deleted: string[] = [];
  let latest = 0;
  for (const { id, time, type } of answer.value.body) {
    const at = instantOf(time);
    latest = Math.max(latest, at);
    if (type === 'update') updated.set(id, at);
    else deleted.push(id);
  }
  return ok({ updated, deleted, isAll: false, hasGoneBack: false, latest: unixMs(latest) });
}
