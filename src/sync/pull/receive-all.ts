import type { BookmarkInfo } from '../../contract';
import { err, isWebAddress, ok, type Result } from '../../domain';
import type { SyncDesk } from '../../library';
import { isCheckAddress, type ServiceError, syncBookmarks } from '../../service';
import type { SyncContext } from '../context';
import type { IsGone } from '../merge/join-remote';
import { hasRival, receiveBookmark } from '../merge/receive-bookmark';
import { type Remote, remoteOf } from '../merge/server-version';
import { type Stopped, stoppedBy, stoppedByLibrary } from '../stop';
import { whileNextComes } from './while-next-comes';

/** Bookmarks that are read and written at a time. */
const BATCH = 100;

export type Receive = (desk: SyncDesk, remote: Remote, isGone: IsGone) => void;

/** `doubtful`: what came of a page can't be taken in before it is known what the server still has. */
export type Received = 'received' | 'doubtful';

/**
 * Reads bookmarks of the server and takes them in, a batch in one transaction while the next comes.
 * What is whole of a stream that breaks off stays; the same may come again. `isGone` is null where
 * that is not known.
 */
export async function receiveAll(
  context: SyncContext,
  serverIds: readonly string[],
  isGone: IsGone | null,
  receive: Receive = receiveBookmark,
): Promise<Result<Received, Stopped>> {
  type End = Stopped | 'doubtful';
  const take = async (batch: Batch): Promise<Result<null, End>> => {
    const remotes = batch.infos.map(remoteOf);
    const urls = remotes.map(({ version }) => version.url);
    const came = remotes.map(({ serverId }) => serverId);
    const query = { serverIds: [...came, ...batch.unreadable], urls };
    const written = await context.library.sync.decide(query, (desk): Received => {
      if (isGone === null && remotes.some((remote) => hasRival(desk, remote))) return 'doubtful';
      for (const remote of remotes) receive(desk, remote, isGone ?? (() => false));
      for (const serverId of batch.unreadable) {
        desk.tell('unreadable', desk.byServerId(serverId)?.id ?? desk.newId());
      }
      return 'received';
    });
    if (!written.ok) return err(stoppedByLibrary(written.error));
    if (batch.error !== null) return err(stoppedBy(batch.error));
    return written.value === 'doubtful' ? err(written.value) : ok(null);
  };
  const received = await whileNextComes(batches(context, serverIds), take);
  if (received.ok) return ok('received');
  return received.error === 'doubtful' ? ok('doubtful') : err(received.error);
}

interface Batch {
  readonly infos: readonly BookmarkInfo[];
  /** The ids on the server of those that came and can't be read. */
  readonly unreadable: readonly string[];
  /** Why no more came; null when all did. */
  readonly error: ServiceError | null;
}

async function* batches(
  context: SyncContext,
  serverIds: readonly string[],
): AsyncGenerator<Batch, void> {
  for (let at = 0; at < serverIds.length; at += BATCH) {
    const batch = await readBatch(context, serverIds.slice(at, at + BATCH));
    yield batch;
    if (batch.error !== null) return;
  }
}

async function readBatch({ server, signal }: SyncContext, ids: readonly string[]): Promise<Batch> {
  const infos: BookmarkInfo[] = [];
  const unreadable: string[] = [];
  const answer = await server.client.sync.stream({ id: ids, with_json: true }, { signal });
  if (!answer.ok) return { infos, unreadable, error: answer.error };
  for await (const bookmark of syncBookmarks(answer.value)) {
    if (!bookmark.ok) return { infos, unreadable, error: bookmark.error };
    const { id, info, unusable } = bookmark.value;
    // The check deletes it again in a moment; taken in, it would be left in the trash here.
    if (info !== null && isCheckAddress(info.url)) continue;
    // No device sends the address of a file or of a page of the browser.
    if (info !== null && isWebAddress(info.url)) infos.push(info);
    else if (info !== null || unusable.length > 0) unreadable.push(id);
  }
  return { infos, unreadable, error: null };
}
