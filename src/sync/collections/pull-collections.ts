import type { CollectionInfo } from '../../contract';
import { err, MINUTE_MS, ok, type Result } from '../../domain';
import type { CollectionDesk } from '../../library';
import { conditionsFor, eachPage, type ServiceError } from '../../service';
import type { SyncContext } from '../context';
import { refusalOf, type Stopped, stoppedBy, stoppedByLibrary } from '../stop';
import { loseCollection, receiveCollection } from './receive-collections';
import { type RemoteCollection, remoteCollectionOf } from './remote-collection';

/** The service tells no changes of collections: all are listed, so often at most. */
const EVERY_MS = 10 * MINUTE_MS;
/** As with bookmarks: more than these are no accident of a person. */
const LOST_AT_LEAST = 10;
const LOST_SHARE = 0.25;

/** What is known of the server by the time that its collections are looked at. */
export interface Doubts {
  /** It is older than it was. */
  readonly hasGoneBack: boolean;
  /** What a person wants done about what it has lost. */
  readonly decision: 'send-back' | 'accept' | null;
}

/** Takes in the collections of the server, where it is time or something of ours waits. */
export async function pullCollections(
  context: SyncContext,
  doubts: Doubts,
): Promise<Result<null, Stopped>> {
  const { sync } = context.library;
  const [meta, waiting] = await Promise.all([sync.meta(), sync.waitingCollections()]);
  const { collections: last } = meta;
  const age = last === null ? null : context.now() - last.readAt;
  const isRecent = age !== null && age >= 0 && age < EVERY_MS;
  if (isRecent && waiting.length === 0 && !doubts.hasGoneBack) return ok(null);
  const read = await readCollections(context, last?.etag ?? null);
  if (!read.ok) return failed(context, read.error);
  const isKnown = new Set(read.value.remotes?.map(({ serverId }) => serverId));
  const gone = read.value.remotes === null ? ok([]) : await confirmGone(context, isKnown);
  if (!gone.ok) return failed(context, gone.error);
  const written = await sync.decideCollections((desk) => {
    const { remotes, etag } = read.value;
    const isSentBack = doubts.decision === 'send-back';
    freeUnsendable(desk);
    const known = desk.rows().filter(({ serverId }) => serverId !== null);
    const lost = known.filter(({ serverId }) => gone.value.includes(serverId ?? ''));
    const isMuch = lost.length >= LOST_AT_LEAST && lost.length > known.length * LOST_SHARE;
    const isKept = isSentBack || (doubts.decision === null && (doubts.hasGoneBack || isMuch));
    // First, as another device may have made there again what is kept: the two are one then.
    for (const row of lost) loseCollection(desk, row, isKept);
    for (const remote of remotes ?? []) receiveCollection(desk, remote, isSentBack);
    desk.setMeta({ collections: { readAt: desk.now, etag, refusal: null } });
  });
  return written.ok ? ok(null) : err(stoppedByLibrary(written.error));
}

interface Listed {
  /** null: as they were. */
  readonly remotes: readonly RemoteCollection[] | null;
  /** Of a list that fits one page; null: it can't be asked for with a condition. */
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
    const headers =
      seen !== null && paging.offset === 0 ? conditionsFor({ etag: seen, lastModified: null }) : {};
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
  const notes = await tellsNotes(context);
  if (!notes.ok) return notes;
  const remotes = [...infos.values()].map((info) => remoteCollectionOf(info, notes.value));
  return ok({ remotes, etag: pages === 1 ? etag : null });
}

/**
 * Whether the server tells a filter by notes, where it matters. The original keeps one and does not
 * tell it (protocol.md section 10), and no feature says so: but a server that announces one of ours
 * is one of ours, and tells it.
 */
async function tellsNotes({
  library,
  features,
}: SyncContext): Promise<Result<boolean, ServiceError>> {
  const rows = await library.sync.collections();
  if (!rows.some(({ base }) => base?.note)) return ok(true);
  const known = await features();
  return known.ok ? ok(known.value.includes('idempotency')) : known;
}

/** The ids of those that are not in the list and not on the server: a list may change under the reader. */
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

/** What could not be sent because the server had none for us goes by itself now that it has. */
function freeUnsendable(desk: CollectionDesk): void {
  const was = desk.meta.collections?.refusal;
  if (!was) return;
  for (const row of desk.rows()) {
    if (row.refusal?.kind === was.kind) desk.put({ ...row, refusal: null });
  }
}

/** Servers without collections, or that show them to nobody with this token, have none for us. */
async function failed(
  { library: { sync } }: SyncContext,
  error: ServiceError,
): Promise<Result<null, Stopped>> {
  const { kind } = error;
  if (kind !== 'not-found' && kind !== 'forbidden' && kind !== 'malformed') {
    return err(stoppedBy(error));
  }
  const written = await sync.decideCollections((desk) => {
    const isNews = !desk.meta.collections?.refusal;
    if (kind === 'malformed' && isNews) desk.tell('unreadable', { id: desk.newId(), name: '' });
    desk.setMeta({ collections: { readAt: desk.now, etag: null, refusal: refusalOf(error) } });
  });
  return written.ok ? ok(null) : err(stoppedByLibrary(written.error));
}
