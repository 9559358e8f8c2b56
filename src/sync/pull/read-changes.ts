import { formatInstant } from '../../contract';
import { err, ok, type Result } from '../../domain/result';
import { MINUTE_MS, type UnixMs, unixMs } from '../../domain/time';
import type { SyncCursor, SyncMeta } from '../../library';
import type { ServiceError } from '../../service';
import type { SyncContext } from '../context';
import { instantOf } from '../merge/server-version';

/** The changes on the server since a time, or all of its bookmarks. */
export interface Changes {
  readonly updated: ReadonlyMap<string, UnixMs>;
  readonly deleted: ReadonlyMap<string, UnixMs>;
  /**
   * True if `updated` has all bookmarks of the server and `deleted` all that were ever deleted
   * there.
   */
  readonly isAll: boolean;
  /**
   * True if the server is older than at the last sync: it was restored from a backup or replaced.
   */
  readonly hasGoneBack: boolean;
  /** The latest change; null if there is none. */
  readonly latest: SyncCursor | null;
  /** The time of the server; null if it has no clock of its own or does not tell the time. */
  readonly serverTime: UnixMs | null;
}

/**
 * A server's clock may be set back slightly, and a change may be listed some time after its time
 * stamp.
 */
const OVERLAP_MS = MINUTE_MS;
/**
 * The list since this time has everything. A server keeps deletions for good and lists them only
 * with `since`.
 */
const EVER = unixMs(0);

/**
 * Reads the changes since the cursor. The change of the cursor is asked for again: a server that
 * does not list it has lost changes, so everything is compared. `hasGoneBack` stays set until that
 * is resolved, because another device may have changed that bookmark since.
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
  if (!all.ok) return all;
  // Without a cursor, the device was cut off before it read what it had sent.
  const isBehind = cursor !== null || (await hasLost(context, all.value));
  return ok({ ...all.value, hasGoneBack: isBehind });
}

/** Returns true if a linked bookmark is neither on the server nor was deleted there. */
export async function hasLost(
  { library: { sync } }: SyncContext,
  { updated, deleted }: Pick<Changes, 'updated' | 'deleted'>,
): Promise<boolean> {
  const ids = (await sync.linked()).flatMap(({ serverId }) => serverId ?? []);
  return ids.some((id) => !updated.has(id) && !deleted.has(id));
}

/** Reads all bookmarks and all deletions of the server. */
export async function readAll(context: SyncContext): Promise<Result<Changes, ServiceError>> {
  const all = await readList(context, EVER);
  return all.ok ? ok({ ...all.value, isAll: true }) : all;
}

/** Returns true if the list has the change of the cursor or a later one of the same bookmark. */
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
  const date = Date.parse(answer.value.headers.get('Date') ?? '');
  const serverTime = server.isOnDevice || Number.isNaN(date) ? null : unixMs(date);
  return ok({ updated, deleted, isAll: false, hasGoneBack: false, latest, serverTime });
}
