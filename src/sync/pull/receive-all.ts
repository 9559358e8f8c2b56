import type { BookmarkInfo } from '../../contract';
import { err, ok, type Result, urlKey } from '../../domain';
import type { SyncDesk } from '../../library';
import { type ServiceError, syncBookmarks } from '../../service';
import type { SyncContext } from '../context';
import type { IsGone } from '../merge/join-remote';
import { receiveBookmark } from '../merge/receive-bookmark';
import { type Remote, remoteOf } from '../merge/server-version';
import { type Stopped, stoppedBy, stoppedByLibrary } from '../stop';

/** Bookmarks that are read and written at a time. */
const BATCH = 100;

export type Receive = (desk: SyncDesk, remote: Remote, isGone: IsGone) => void;

/**
 * Reads bookmarks of the server and takes them in, a batch in one transaction. What is whole of a
 * stream that breaks off stays; the same may come again.
 */
export async function receiveAll(
  context: SyncContext,
  serverIds: readonly string[],
  isGone: IsGone,
  receive: Receive = receiveBookmark,
): Promise<Result<null, Stopped>> {
  for (let at = 0; at < serverIds.length; at += BATCH) {
    const batch = await readBatch(context, serverIds.slice(at, at + BATCH));
    const remotes = batch.infos.map(remoteOf);
    const keys = remotes.flatMap(({ version }) => urlKey(version.url) ?? []);
    const query = { serverIds: remotes.map(({ serverId }) => serverId), urlKeys: keys };
    const written = await context.library.sync.decide(query, (desk) => {
      for (const remote of remotes) receive(desk, remote, isGone);
    });
    if (!written.ok) return err(stoppedByLibrary(written.error));
    if (batch.error !== null) return err(stoppedBy(batch.error));
  }
  return ok(null);
}

/** What came, and why no more did. */
async function readBatch(
  { server, signal }: SyncContext,
  ids: readonly string[],
): Promise<{ readonly infos: readonly BookmarkInfo[]; readonly error: ServiceError | null }> {
  const infos: BookmarkInfo[] = [];
  const answer = await server.client.sync.stream({ id: ids, with_json: true }, { signal });
  if (!answer.ok) return { infos, error: answer.error };
  for await (const bookmark of syncBookmarks(answer.value)) {
    if (!bookmark.ok) return { infos, error: bookmark.error };
    if (bookmark.value.info !== null) infos.push(bookmark.value.info);
  }
  return { infos, error: null };
}
