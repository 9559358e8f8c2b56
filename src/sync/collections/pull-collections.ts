import type { CollectionInfo } from '../../contract';
import { err, ok, type Result } from '../../domain/result';
import { MINUTE_MS } from '../../domain/time';
import type { CollectionTransaction } from '../../library';
import { detailOf, eachPage, type ServiceError } from '../../service';
import type { SyncContext } from '../context';
import { freed } from '../runner';
import { orStopped, type Stopped, stoppedBy } from '../stop';
import { receiveCollection, removeLostCollection } from './receive-collections';
import { type RemoteCollection, remoteCollectionOf } from './remote-collection';

/**
 * The service reports no changes of collections. All of them are listed, at most this often unless a
 * person asks for it.
 */
const LIST_COLLECTIONS_EVERY_MS = 10 * MINUTE_MS;
/** If more are missing, the server has probably lost them. The limits are those for bookmarks. */
const LOST_AT_LEAST = 10;
const LOST_SHARE = 0.25;

/** Findings of the pull about the server before its collections are read. */
export interface Doubts {
  /** True if the server is older than at the last sync. */
  readonly hasGoneBack: boolean;
  /** A person's decision about lost data. */
  readonly decision: 'send-back' | 'accept' | null;
}

/**
 * Receives the collections of the server when the interval has passed, a local change is waiting or a
 * person asked for it.
 */
export async function pullCollections(
  context: SyncContext,
  doubts: Doubts,
): Promise<Result<unknown, Stopped>> {
  const { sync } = context.library;
  const [meta, waiting] = await Promise.all([sync.meta(), sync.waitingCollections()]);
  const { collections: last } = meta;
  const age = last === null ? null : context.now() - last.readAt;
  const isRecent = age !== null && age >= 0 && age < LIST_COLLECTIONS_EVERY_MS;
  if (isRecent && !context.isManual && waiting.length === 0 && !doubts.hasGoneBack) return ok(null);
  const read = await readCollections(context, last?.etag ?? null);
  if (!read.ok) return failed(context, read.error);
  const isKnown = new Set(read.value.remotes?.map(({ serverId }) => serverId));
  const gone = read.value.remotes === null ? ok([]) : await confirmGone(context, isKnown);
  if (!gone.ok) return failed(context, gone.error);
  const writing = sync.collectionTransaction((tx) => {
    const { remotes, etag } = read.value;
    const isSentBack = doubts.decision === 'send-back';
    unblockRefused(tx);
    const known = tx.rows().filter(({ serverId }) => serverId !== null);
    const lost = known.filter(({ serverId }) => gone.value.includes(serverId ?? ''));
    const isMuch = lost.length >= LOST_AT_LEAST && lost.length > known.length * LOST_SHARE;
    const isKept = isSentBack || (doubts.decision === null && (doubts.hasGoneBack || isMuch));
    // Lost collections come first. Another device may have created one of them again, and the two
    // then join.
    for (const row of lost) removeLostCollection(tx, row, isKept);
    for (const remote of remotes ?? []) receiveCollection(tx, remote, isSentBack);
    tx.setMeta({ collections: { readAt: tx.now, etag, refusal: null } });
  });
  return orStopped(writing);
}

interface Listed {
  /** null: the list has not changed. */
  readonly remotes: readonly RemoteCollection[] | null;
  /** The ETag of a list that fits on one page; null: the next request cannot be conditional. */
  readonly etag: string | null;
}

async function readCollections(
  context: SyncContext,
  seen: string | null,
): Promise<Result<Listed, ServiceError>> {
  const { server, signal } = context;
  const infos = new Map<string, CollectionInfo>();
  let etag: string | null = null;
  let pages = 0;
  let isUnchanged = false;
  const list = eachPage(async (paging) => {
    const isConditional = seen !== null && paging.offset === 0;
    const headers = isConditional ? { 'If-None-Match': seen } : {};
    const answer = await server.client.collections.list(paging, { signal, headers });
    if (answer.ok) {
      isUnchanged ||= answer.value.status === 304;
      etag = answer.value.headers.get('ETag');
    }
    return answer;
  });
  for await (const page of list) {
    if (!page.ok) return page;
    pages += 1;
    for (const info of page.value.items) infos.set(info.id, info);
  }
  if (isUnchanged) return ok({ remotes: null, etag: seen });
  const notes = await reportsNotes(context);
  if (!notes.ok) return notes;
  const remotes = [...infos.values()].map((info) => remoteCollectionOf(info, notes.value));
  return ok({ remotes, etag: pages === 1 ? etag : null });
}

/**
 * Returns true if the server reports the filter by notes. The original service stores one and does
 * not report it (protocol.md section 10), and no feature says so. A server that announces one of
 * our extensions is a companion server, which reports it.
 */
async function reportsNotes({
  library,
  features,
}: SyncContext): Promise<Result<boolean, ServiceError>> {
  const rows = await library.sync.collections();
  if (!rows.some(({ base }) => base?.note)) return ok(true);
  const known = await features();
  return known.ok ? ok(known.value.includes('idempotency')) : known;
}

/**
 * Returns the ids that are neither in the list nor on the server. A list may change while its pages
 * are read.
 */
async function confirmGone(
  { library, server, signal }: SyncContext,
  isListed: ReadonlySet<string>,
): Promise<Result<readonly string[], ServiceError>> {
  const gone: string[] = [];
  for (const { serverId } of await library.sync.collections()) {
    if (serverId === null || isListed.has(serverId)) continue;
    const answer = await server.client.collections.read(serverId, { signal });
    if (answer.ok) continue;
    if (answer.error.kind !== 'not-found') return answer;
    gone.push(serverId);
  }
  return ok(gone);
}

/**
 * Sends changes again that were refused because the server offered no collections, now that it
 * does.
 */
function unblockRefused(tx: CollectionTransaction): void {
  const was = tx.meta.collections?.refusal;
  if (!was) return;
  for (const row of tx.rows()) {
    const { entry } = row;
    if (entry?.refusal?.kind === was.kind) tx.put({ ...row, entry: freed(entry) });
  }
}

/** Treats a server without collections, or one that hides them from this token, as having none. */
async function failed(
  { library: { sync } }: SyncContext,
  error: ServiceError,
): Promise<Result<unknown, Stopped>> {
  const { kind } = error;
  if (kind !== 'not-found' && kind !== 'forbidden' && kind !== 'malformed') {
    return err(stoppedBy(error));
  }
  const refusal = { kind, detail: detailOf(error) };
  const writing = sync.collectionTransaction((tx) => {
    const isFirst = !tx.meta.collections?.refusal;
    if (kind === 'malformed' && isFirst) tx.log('unreadable', { id: tx.newId(), name: '' });
    tx.setMeta({ collections: { readAt: tx.now, etag: null, refusal } });
  });
  return orStopped(writing);
}
