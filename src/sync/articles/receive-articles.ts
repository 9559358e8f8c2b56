import type { BookmarkId } from '../../domain/bookmark';
import { err, ok, type Result } from '../../domain/result';
import type { ReceivedArticle, SyncState, SyncTransaction } from '../../library';
import type { ServiceError, SyncedBookmark, SyncedResource } from '../../service';
import type { SyncContext } from '../context';
import { withoutArticle } from '../merge/server-version';
import { pipeline } from '../pipeline';
import { orStopped, type Stopped, stoppedBy } from '../stop';
import { articleBytes, streamBookmarks, WITH_ARTICLES } from '../stream-bookmarks';

/** An article to fetch. */
export interface RequestedArticle {
  readonly id: BookmarkId;
  readonly serverId: string;
}

/** Articles per request. After an interruption at most these are fetched again. */
const ARTICLES_PER_REQUEST = 20;
/** Received articles are written when they reach this many bytes. */
const BYTES_TOGETHER = 4 * 1024 * 1024;

type Articles = ReadonlyMap<BookmarkId, ReceivedArticle>;

/** The number of articles that were stored, and their bytes. */
export interface FetchedArticles {
  readonly kept: number;
  readonly bytes: number;
  /** Those that broke the connection, with `skipsBroken`. */
  readonly broken: readonly BookmarkId[];
}

/** The dependencies of fetching articles. */
export interface ArticlesContext extends Pick<SyncContext, 'library' | 'server' | 'signal'> {
  /** Runs after each request, so that changes need not wait for all articles. */
  readonly afterEach?: () => Promise<Result<unknown, Stopped>>;
  /** True to go on with the others when the server cannot send one of them. */
  readonly skipsBroken?: boolean;
}

/** After so many articles that the server cannot send, it is asked for the others later. */
const MAX_BROKEN_IN_A_ROW = 50;

/** The stream broke off, perhaps at an article that the server cannot send. */
const MAY_BE_ONE_ARTICLE: ReadonlySet<ServiceError['kind']> = new Set(['interrupted', 'malformed']);

/** Fetches articles with their images and stores those of one request while the next arrive. */
export async function receiveArticles(
  context: ArticlesContext,
  requested: readonly RequestedArticle[],
): Promise<Result<FetchedArticles, Stopped>> {
  const { sync } = context.library;
  const fetched = { kept: 0, bytes: 0, broken: [] as BookmarkId[] };
  const onBroken = (id: BookmarkId) => fetched.broken.push(id);
  const kept = await pipeline(arrivals(context, requested, onBroken), async (came) => {
    if (!came.ok) return came;
    const done = await orStopped(sync.storeArticles(came.value));
    if (!done.ok) return done;
    fetched.kept += came.value.size;
    fetched.bytes += done.value;
    return ok(null);
  });
  return kept.ok ? ok(fetched) : kept;
}

/**
 * Marks articles as absent: the server has none, or no longer has the bookmark, so asking again is
 * useless.
 */
async function giveUpAll(
  { library: { sync } }: ArticlesContext,
  absent: ReadonlyMap<string, BookmarkId>,
): Promise<Result<unknown, Stopped>> {
  if (absent.size === 0) return ok(null);
  const writing = sync.transaction({ ids: [...absent.values()] }, (tx) => {
    for (const [serverId, id] of absent) giveUp(tx, tx.get(id), serverId);
  });
  return orStopped(writing);
}

function giveUp(
  tx: SyncTransaction,
  { shadow, bookmark, ...state }: SyncState,
  serverId: string,
): void {
  // The bookmark may be linked to another one by now.
  if (shadow?.serverId !== serverId) return;
  tx.put({
    ...state,
    bookmark:
      isOnServer(bookmark) && shadow.isLoaded
        ? { ...bookmark, content: { kind: 'address', reason: withoutArticle(bookmark) } }
        : bookmark,
    shadow: { ...shadow, article: bookmark?.content.kind === 'article' ? 'local' : 'none' },
  });
}

/** Returns true for a bookmark whose article is to be had from the server. */
export const isOnServer = (bookmark: SyncedRow | null): bookmark is SyncedRow =>
  bookmark?.content.kind === 'address' && bookmark.content.reason === 'on-server';

type SyncedRow = NonNullable<SyncState['bookmark']>;

async function* arrivals(
  context: ArticlesContext,
  requested: readonly RequestedArticle[],
  onBroken: (id: BookmarkId) => void,
): AsyncGenerator<Result<Articles, Stopped>, void> {
  const { afterEach, skipsBroken = false } = context;
  let left = requested;
  let together = ARTICLES_PER_REQUEST;
  let failures = 0;
  while (left.length > 0) {
    const some = left.slice(0, together);
    const ids = new Map(some.map(({ serverId, id }) => [serverId, id]));
    const query = { id: [...ids.keys()], ...WITH_ARTICLES };
    const absent = new Map(ids);
    let broken: ServiceError | null = null;
    for await (const came of inBatches(streamBookmarks(context, query), ids)) {
      if (!came.ok) {
        const isOne = skipsBroken && MAY_BE_ONE_ARTICLE.has(came.error.kind);
        if (!isOne) return yield err(stoppedBy(came.error));
        broken = came.error;
        break;
      }
      yield came;
      for (const { serverId, id } of some) if (came.value.has(id)) absent.delete(serverId);
    }
    if (broken !== null) {
      const isAlone = some.length === 1;
      failures += isAlone ? 1 : 0;
      const fault = isAlone ? await faultWithout(context, [...ids.keys()]) : null;
      if (fault !== null) return yield err(stoppedBy(fault));
      if (failures >= MAX_BROKEN_IN_A_ROW) return yield err(stoppedBy(broken));
      if (isAlone) for (const { id } of some) onBroken(id);
      const again = isAlone ? [] : some.filter(({ serverId }) => absent.has(serverId));
      left = [...again, ...left.slice(some.length)];
      together = 1;
      continue;
    }
    left = left.slice(some.length);
    together = Math.min(ARTICLES_PER_REQUEST, together * 2);
    failures = 0;
    // This runs before newer changes are received, because the server may have the article by then.
    const settled = await giveUpAll(context, absent);
    const done = settled.ok ? await afterEach?.() : settled;
    if (done && !done.ok) return yield done;
  }
}

/** Reads bookmarks without their articles. Returns the error; null: the fault is in the articles. */
async function faultWithout(
  context: ArticlesContext,
  serverIds: readonly string[],
): Promise<ServiceError | null> {
  const query = { id: [...serverIds], with_json: true };
  for await (const came of streamBookmarks(context, query)) if (!came.ok) return came.error;
  return null;
}

/** Groups the articles of a stream into batches for one transaction each. */
async function* inBatches(
  stream: ReturnType<typeof streamBookmarks>,
  ids: ReadonlyMap<string, BookmarkId>,
): AsyncGenerator<Result<Articles, ServiceError>, void> {
  let articles = new Map<BookmarkId, ReceivedArticle>();
  let bytes = 0;
  for await (const came of stream) {
    if (!came.ok) {
      if (articles.size > 0) yield ok(articles);
      return yield came;
    }
    const id = ids.get(came.value.id);
    const article = receivedArticleOf(came.value);
    if (id === undefined || article === null) continue;
    articles.set(id, article);
    bytes += articleBytes(came.value);
    if (bytes < BYTES_TOGETHER) continue;
    yield ok(articles);
    articles = new Map();
    bytes = 0;
  }
  if (articles.size > 0) yield ok(articles);
}

/** Returns the article that came with a bookmark; null if none did. */
export function receivedArticleOf({ html, resources }: SyncedBookmark): ReceivedArticle | null {
  if (html === null) return null;
  const inGroup = (group: string) => resources.filter(({ part }) => part.group === group);
  const [icon, image] = [inGroup('icon')[0], inGroup('image')[0]];
  return {
    html,
    images: inGroup('embedded').map(imageOf),
    icon: icon ? imageOf(icon) : null,
    image: image ? imageOf(image) : null,
  };
}

const imageOf = ({ part, bytes }: SyncedResource) =>
  ({
    kind: 'loaded',
    url: part.path ?? part.location ?? '',
    bytes,
    mimeType: part.contentType,
    width: 0,
    height: 0,
  }) as const;
