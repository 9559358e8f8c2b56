import type { BookmarkInfo } from '../../contract';
import { err, isWebAddress, ok, type Result } from '../../domain';
import type { Shadow, SyncTransaction } from '../../library';
import { isCheckAddress, type ServiceError, syncBookmarks } from '../../service';
import type { SyncContext } from '../context';
import type { IsGone } from '../merge/join';
import { hasCompetingLink, receiveBookmark } from '../merge/receive-bookmark';
import { type RemoteBookmark, toRemote } from '../merge/server-version';
import { receiveDelete } from '../merge/unlink';
import { type Stopped, stoppedBy, stoppedByLibrary } from '../stop';
import { pipeline } from './pipeline';

/** Number of bookmarks that are read and written together. */
const BATCH = 100;

/** How the bookmarks of a server are applied. */
export interface Receiving {
  readonly apply: (tx: SyncTransaction, remote: RemoteBookmark, isGone: IsGone) => void;
  /** How their highlights are read afterwards. */
  readonly annotations: NonNullable<Shadow['annotations']>;
}

const MERGED: Receiving = { apply: receiveBookmark, annotations: 'pending' };

/** `doubtful`: a page cannot be applied before a list shows what the server still has. */
export type Received = 'received' | 'doubtful';

/**
 * Reads bookmarks of the server and applies them, one batch per transaction while the next arrives.
 * Complete bookmarks of an interrupted stream are kept and may arrive again. `isGone` is null if
 * deletions are not known.
 */
export async function receiveAll(
  context: SyncContext,
  serverIds: readonly string[],
  isGone: IsGone | null,
  receiving: Receiving = MERGED,
): Promise<Result<Received, Stopped>> {
  type End = Stopped | 'doubtful';
  const take = async (batch: Batch): Promise<Result<null, End>> => {
    const remotes = batch.infos.map(toRemote);
    const urls = remotes.map(({ version }) => version.url);
    const came = remotes.map(({ serverId }) => serverId);
    const query = { serverIds: [...came, ...batch.unreadable], urls };
    const known = await context.library.sync.withAnnotations(came);
    const isAnnotated = (serverId: string) => known.has(serverId) || batch.annotated.has(serverId);
    const written = await context.library.sync.transaction(query, (tx): Received => {
      if (isGone === null && remotes.some((remote) => hasCompetingLink(tx, remote)))
        return 'doubtful';
      for (const remote of remotes) {
        receiving.apply(tx, remote, isGone ?? (() => false));
        if (isAnnotated(remote.serverId)) mark(tx, remote.serverId, receiving);
      }
      for (const serverId of batch.unreadable) {
        tx.log('unreadable', tx.byServerId(serverId)?.id ?? tx.newId());
      }
      return 'received';
    });
    if (!written.ok) return err(stoppedByLibrary(written.error));
    if (batch.error !== null) return err(stoppedBy(batch.error));
    return written.value === 'doubtful' ? err(written.value) : ok(null);
  };
  const received = await pipeline(batches(context, serverIds), take);
  if (received.ok) return ok('received');
  return received.error === 'doubtful' ? ok('doubtful') : err(received.error);
}

/** Marks a bookmark so that its highlights are read after all bookmarks were received. */
function mark(tx: SyncTransaction, serverId: string, { annotations }: Receiving): void {
  const state = tx.byServerId(serverId);
  if (state?.shadow) tx.put({ ...state, shadow: { annotations, ...state.shadow } });
}

interface Batch {
  readonly infos: readonly BookmarkInfo[];
  /** Ids of bookmarks that arrived and cannot be parsed. */
  readonly unreadable: readonly string[];
  /** Ids of bookmarks that have highlights, or of which the server did not say it. */
  readonly annotated: ReadonlySet<string>;
  /** The error that ended the batch; null: it is complete. */
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
  const annotated = new Set<string>();
  const wanted = { id: ids, with_json: true, with_annotations: true };
  const answer = await server.client.sync.stream(wanted, { signal });
  if (!answer.ok) return { infos, unreadable, annotated, error: answer.error };
  for await (const bookmark of syncBookmarks(answer.value)) {
    if (!bookmark.ok) return { infos, unreadable, annotated, error: bookmark.error };
    const { id, info, annotations, unusable } = bookmark.value;
    if (annotations === null || annotations.length > 0) annotated.add(id);
    // The connection check deletes this bookmark at once. Receiving it would leave it in the trash.
    if (info !== null && isCheckAddress(info.url)) continue;
    // No device sends the address of a file or of a browser page.
    if (info !== null && isWebAddress(info.url)) infos.push(info);
    else if (info !== null || unusable.length > 0) unreadable.push(id);
  }
  return { infos, unreadable, annotated, error: null };
}

/** Applies deletions of the server in one transaction; `receive` handles each. */
export async function receiveDeletes(
  { library: { sync } }: SyncContext,
  serverIds: readonly string[],
  receive = receiveDelete,
): Promise<Result<null, Stopped>> {
  const settled = await sync.transaction({ serverIds }, (tx) => {
    for (const serverId of serverIds) receive(tx, serverId);
  });
  return settled.ok ? ok(null) : err(stoppedByLibrary(settled.error));
}
