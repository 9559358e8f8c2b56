import { err, ok, type Result } from '../../domain/result';
import { SECOND_MS } from '../../domain/time';
import { isWebAddress } from '../../domain/web-address';
import type { KnownBookmarks, ReceivedArticle, Shadow, SyncTransaction } from '../../library';
import {
  isCheckAddress,
  type ServiceError,
  type SyncedBookmark,
  type SyncedInfo,
  syncBookmarks,
} from '../../service';
import { receivedArticleOf } from '../articles/receive-articles';
import { type ArticlePolicy, isSelective, isWanted, type SyncContext } from '../context';
import type { IsGone } from '../merge/join';
import { hasCompetingLink, receiveBookmark } from '../merge/receive-bookmark';
import { type RemoteBookmark, toRemote } from '../merge/server-version';
import { receiveDelete } from '../merge/unlink';
import { pipeline } from '../pipeline';
import { orStopped, type Stopped, stoppedBy } from '../stop';
import { articleBytes, WITH_ARTICLES } from '../stream-bookmarks';

/** The number of bookmarks in one request. */
const BOOKMARKS_PER_REQUEST = 100;
/** The number of new bookmarks with their articles in one request. */
const TOGETHER_WITH_ARTICLES = 500;
/** A batch is written when it has this many bookmarks. */
const RECEIVED_PER_BATCH = 250;
/** A batch is also written when its articles have this many bytes. */
const RECEIVED_BATCH_BYTES = 4 * 1024 * 1024;
/** A batch is also written after this time, so that little is lost over a slow network. */
const RECEIVED_BATCH_MS = 2 * SECOND_MS;

/**
 * New bookmarks come with their articles for this long. If all of them take longer, the rest come
 * without, so that the list is complete soon, and the articles follow.
 */
const WITH_ARTICLES_MS = 30 * SECOND_MS;

/** How the bookmarks of a server are applied. */
export interface Receiving {
  readonly apply: (tx: SyncTransaction, remote: RemoteBookmark, isGone: IsGone) => void;
  /** How their highlights are read afterwards. */
  readonly annotations: NonNullable<Shadow['annotations']>;
}

const MERGED: Receiving = { apply: receiveBookmark, annotations: 'pending' };

/** `doubtful`: a page cannot be applied before a list shows what the server still has. */
export type Received = 'received' | 'doubtful';

/** The bookmarks to receive, by their ids on the server. */
export interface Wanted {
  readonly serverIds: readonly string[];
  /** Returns true if this device has no bookmark that is linked to it. */
  readonly isNew: (serverId: string) => boolean;
}

/**
 * Reads bookmarks of the server and applies them, one batch per transaction while the next arrives.
 * New ones come with their articles as far as these are wanted. Complete bookmarks of an interrupted
 * stream are kept and may arrive again. `isGone` is null if deletions are not known.
 */
export async function receiveAll(
  context: SyncContext,
  wanted: Wanted,
  isGone: IsGone | null,
  receiving: Receiving = MERGED,
): Promise<Result<Received, Stopped>> {
  const added = wanted.serverIds.filter(wanted.isNew).length;
  const known =
    added < RECEIVED_PER_BATCH ? null : await context.library.sync.knownBookmarks(added);
  let done = 0;
  const tell = async () => {
    // A first sync takes minutes, so a person sees how far it is.
    if (known !== null) await context.library.sync.setMeta({ arriving: { done, of: added } });
  };
  const take = async (batch: Batch) => {
    const taken = await receiveBatch(context, { batch, known, isGone, receiving });
    done += batch.infos.filter(({ id }) => wanted.isNew(id)).length;
    await tell();
    return taken;
  };
  await tell();
  const received = await pipeline(batches(context, wanted), take);
  if (received.ok) return ok('received');
  return received.error === 'doubtful' ? ok('doubtful') : err(received.error);
}

/**
 * Returns how many bytes of articles may come with new bookmarks. With a limit, all of it is free in
 * a first sync. Later the new articles have to be compared with those that they replace.
 */
async function roomForArticles({ articles, library }: SyncContext): Promise<number> {
  if (articles === 'none') return 0;
  if (typeof articles === 'string') return Number.POSITIVE_INFINITY;
  const { here } = await library.sync.articleCounts();
  return here === 0 ? articles.newestBytes : 0;
}

interface BatchToReceive {
  readonly batch: Batch;
  readonly known: KnownBookmarks | null;
  readonly isGone: IsGone | null;
  readonly receiving: Receiving;
}

async function receiveBatch(
  { library: { sync } }: SyncContext,
  { batch, known, isGone, receiving }: BatchToReceive,
): Promise<Result<unknown, Stopped | 'doubtful'>> {
  const { infos, unreadable, annotated, articles, error } = batch;
  const remotes = infos.map(toRemote);
  const urls = remotes.map(({ version }) => version.url);
  const came = remotes.map(({ serverId }) => serverId);
  const query = { serverIds: [...came, ...unreadable], urls, known };
  const linked = came.filter((serverId) => known?.mayHaveServerId(serverId) ?? true);
  const withHighlights = await sync.withAnnotations(linked);
  const isAnnotated = (serverId: string) => withHighlights.has(serverId) || annotated.has(serverId);
  const apply = (tx: SyncTransaction): Received => {
    if (isGone === null && remotes.some((remote) => hasCompetingLink(tx, remote)))
      return 'doubtful';
    for (const remote of remotes) {
      receiving.apply(tx, remote, isGone ?? (() => false));
      if (isAnnotated(remote.serverId)) mark(tx, remote.serverId, receiving);
    }
    for (const serverId of unreadable) {
      const change = { field: 'serverId', ours: null, theirs: serverId };
      tx.log('unreadable', tx.byServerId(serverId)?.id ?? tx.newId(), [change]);
    }
    return 'received';
  };
  let written = await orStopped(sync.transaction({ ...query, articles }, apply));
  // There may be room for the bookmarks without their articles.
  if (!written.ok && written.error.stop?.kind === 'quota' && articles.size > 0)
    written = await orStopped(sync.transaction(query, apply));
  if (!written.ok) return written;
  if (error !== null) return err(stoppedBy(error));
  return written.value === 'doubtful' ? err(written.value) : ok(null);
}

/**
 * Marks a bookmark so that its highlights are read after all bookmarks were received. One that is not
 * listed here has none.
 */
function mark(tx: SyncTransaction, serverId: string, { annotations }: Receiving): void {
  const state = tx.byServerId(serverId);
  if (!state?.bookmark || !state.shadow) return;
  tx.put({ ...state, shadow: { annotations, ...state.shadow } });
}

interface OpenBatch {
  readonly infos: SyncedInfo[];
  /** Ids of bookmarks that arrived and cannot be parsed. */
  readonly unreadable: string[];
  /** Ids of bookmarks that have highlights, or of which the server did not say it. */
  readonly annotated: Set<string>;
  /** The articles that came with them, by the ids of the bookmarks. */
  readonly articles: Map<string, ReceivedArticle>;
  /** The size of the articles. */
  bytes: number;
  /** The error that ended the batch; null: it is complete. */
  readonly error: ServiceError | null;
}

type Batch = Readonly<OpenBatch>;

const emptyBatch = (): OpenBatch => ({
  infos: [],
  unreadable: [],
  annotated: new Set(),
  articles: new Map(),
  bytes: 0,
  error: null,
});

async function* batches(
  context: SyncContext,
  { serverIds, isNew }: Wanted,
): AsyncGenerator<Batch, void> {
  const begunAt = context.now();
  let bytesLeft = await roomForArticles(context);
  const isTime: IsTime = (bytes = 0) => {
    bytesLeft -= bytes;
    // The clock may be set back meanwhile.
    return bytesLeft > 0 && Math.abs(context.now() - begunAt) < WITH_ARTICLES_MS;
  };
  // Changes are few and small, so they come before the new bookmarks.
  for (const [ids, withArticles] of [
    [serverIds.filter((id) => !isNew(id)), never],
    [serverIds.filter(isNew), isTime],
  ] as const) {
    let left = ids;
    while (left.length > 0) {
      const count = withArticles() ? TOGETHER_WITH_ARTICLES : BOOKMARKS_PER_REQUEST;
      const some = left.slice(0, count);
      // No list says which bookmarks are unread or favourites.
      const areSome = withArticles() && isSelective(context.articles);
      const wanted = areSome
        ? yield* readTogether(context, some, never, hasWantedArticle(context.articles))
        : some;
      const unread = wanted && (yield* readTogether(context, wanted, withArticles));
      if (unread === null) return;
      if (unread.length > 0) bytesLeft = 0;
      left = [...unread, ...left.slice(count)];
    }
  }
}

/**
 * Returns true while articles come with their bookmarks. @param bytes the size of those that have
 * come since the last call
 */
type IsTime = (bytes?: number) => boolean;

const never: IsTime = () => false;

/** Returns a function that is true for a bookmark whose article is wanted. */
const hasWantedArticle =
  (policy: ArticlePolicy) =>
  ({ is_archived, is_marked, has_article, loaded }: SyncedInfo): boolean =>
    loaded && has_article && isWanted(policy, { isArchived: is_archived, isFavourite: is_marked });

/**
 * Reads bookmarks with one request. Returns those that have to be requested again: without articles,
 * because there is no time or no room for more of them or because the stream broke off, perhaps at
 * an article that the server cannot send, or those that are to be left for another request. Returns
 * null after an error.
 */
async function* readTogether(
  context: SyncContext,
  ids: readonly string[],
  isTime: IsTime,
  isLeft: (info: SyncedInfo) => boolean = () => false,
): AsyncGenerator<Batch, readonly string[] | null> {
  if (ids.length === 0) return [];
  const { server, signal } = context;
  const hasArticles = isTime();
  const wanted = { id: ids, with_json: true, with_annotations: true };
  const query = hasArticles ? { ...wanted, ...WITH_ARTICLES } : wanted;
  const answer = await server.client.sync.stream(query, { signal });
  let batch = emptyBatch();
  let begunAt = context.now();
  if (!answer.ok) {
    yield { ...batch, error: answer.error };
    return null;
  }
  const left = new Set(ids);
  const others: string[] = [];
  for await (const bookmark of syncBookmarks(answer.value, ids.length)) {
    if (!bookmark.ok) {
      yield hasArticles ? batch : { ...batch, error: bookmark.error };
      return hasArticles ? [...left] : null;
    }
    const { id, info } = bookmark.value;
    left.delete(id);
    if (info !== null && isLeft(info)) {
      others.push(id);
      continue;
    }
    const bytes = addToBatch(batch, bookmark.value);
    if (hasArticles && !isTime(bytes)) {
      yield batch;
      return [...left];
    }
    const isFull = batch.infos.length >= RECEIVED_PER_BATCH || batch.bytes >= RECEIVED_BATCH_BYTES;
    if (!isFull && Math.abs(context.now() - begunAt) < RECEIVED_BATCH_MS) continue;
    yield batch;
    batch = emptyBatch();
    begunAt = context.now();
  }
  yield batch;
  return others;
}

/** Adds a bookmark to a batch and returns the size of its article. */
function addToBatch(batch: OpenBatch, bookmark: SyncedBookmark): number {
  const { id, info, annotations, unusable } = bookmark;
  if (annotations === null || annotations.length > 0) batch.annotated.add(id);
  // The connection check deletes this bookmark at once. Receiving it would leave it in the trash.
  if (info !== null && isCheckAddress(info.url)) return 0;
  // No device sends the address of a file or of a browser page.
  if (info !== null && isWebAddress(info.url)) batch.infos.push(info);
  else if (info !== null || unusable.length > 0) batch.unreadable.push(id);
  const article = receivedArticleOf(bookmark);
  if (article === null) return 0;
  batch.articles.set(id, article);
  const size = articleBytes(bookmark);
  batch.bytes += size;
  return size;
}

/** Applies deletions of the server in one transaction; `receive` handles each. */
export async function receiveDeletes(
  { library: { sync } }: SyncContext,
  serverIds: readonly string[],
  receive = receiveDelete,
): Promise<Result<unknown, Stopped>> {
  const writing = sync.transaction({ serverIds }, (tx) => {
    for (const serverId of serverIds) receive(tx, serverId);
  });
  return orStopped(writing);
}
