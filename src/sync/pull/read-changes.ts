import { formatInstant } from '../../contract';
import { err, MINUTE_MS, ok, type Result, type UnixMs, unixMs } from '../../domain';
import type { SyncCursor, SyncMeta } from '../../library';
import type { ServiceError } from '../../service';
import type { SyncContext } from '../context';
import { instantOf } from '../merge/server-version';

/** What changed on the server, or all there is. */
export interface Changes {
  readonly updated: ReadonlyMap<string, UnixMs>;
  readonly deleted: ReadonlyMap<string, UnixMs>;
  /** Whether `updated` is all that the server has, and `deleted` all that was ever deleted there. */
  readonly isAll: boolean;
  /** The server is older than what was seen of it: it was restored from a backup, or is another. */
  readonly hasGoneBack: boolean;
  /** The latest change; null where there is none. */
  readonly latest: SyncCursor | null;
}

/** A server's clock may be set back a little, and a change may be written some time after its stamp. */
const OVERLAP_MS = MINUTE_MS;
/** From when on a list has all. A server keeps for good what was deleted, and lists it with `since` alone. */
const EVER = unixMs(0);

/**
 * The changes since the cursor. The change that it was taken from is asked for again; a server that
 * does not know it has lost what came after some moment, so all is compared. Once that was so, it is
 * until it is settled: another device may have changed that very bookmark since.
 */
export async function readChanges(
  context: SyncContext,
  { cursor, hasGoneBack }: Pick<SyncMeta, 'cursor' | 'hasGoneBack'>,
): Promise<Result<Changes, ServiceError>> {
  if (cursor !== null && !hasGoneBack) {
    const since = await readList(context, unixMs(Math.max(0, cursor.at - OVERLAP_MS)));
    if (!since.ok || knows(since.value, cursor)) return since;
  }
  const all = await readAll(context);
  return all.ok ? ok({ ...all.value, hasGoneBack: cursor !== null }) : all;
}

/** All that the server has, and all that was deleted there. */
export async function readAll(context: SyncContext): Promise<Result<Changes, ServiceError>> {
  const all = await readList(context, EVER);
  return all.ok ? ok({ ...all.value, isAll: true }) : all;
}

/** Whether that change is there, or a later one of the same bookmark. */
const knows = ({ updated, deleted }: Changes, { at, serverId }: SyncCursor): boolean =>
  Math.max(updated.get(serverId) ?? 0, deleted.get(serverId) ?? 0) >= at;

async function readList(
  { server, signal }: SyncContext,
  since: UnixMs,
): Promise<Result<Changes, ServiceError>> {
  const answer = await server.client.sync.list({ since: formatInstant(since) }, { signal });
  if (!answer.ok) return answer;
  if (answer.value.status !== 200) return err({ kind: 'malformed', issues: ['no list'] });
  const updated = new Map<string, UnixMs>();
  const deleted = new Map<string, UnixMs>();
  let latest: SyncCursor | null = null;
  for (const { id, time, type } of answer.value.body) {
    const at = instantOf(time);
    if (latest === null || at > latest.at) latest = { at, serverId: id };
    (type === 'update' ? updated : deleted).set(id, at);
  }
  return ok({ updated, deleted, isAll: false, hasGoneBack: false, latest });
}
