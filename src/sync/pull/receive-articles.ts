import { type BookmarkId, err, ok, type Result } from '../../domain';
import type { ReceivedArticle, SyncDesk, SyncState } from '../../library';
import { type SyncedBookmark, type SyncedResource, syncBookmarks } from '../../service';
import type { SyncContext } from '../context';
import { withoutArticle } from '../merge/server-version';
import { type Stopped, stoppedBy, stoppedByLibrary } from '../stop';
import { whileNextComes } from './while-next-comes';

/** An article that is asked for. */
export interface AskedArticle {
  readonly id: BookmarkId;
  readonly serverId: string;
}

/** Articles in one request: where it breaks off, no more of them come again. */
const TOGETHER = 20;
/** What they and their images take is written sooner from so many bytes on. */
const BYTES_TOGETHER = 4 * 1024 * 1024;

type Articles = ReadonlyMap<BookmarkId, ReceivedArticle>;

/** What was fetched: how many articles, and how many bytes they take here. */
export interface FetchedArticles {
  readonly kept: number;
  readonly bytes: number;
}

/** What articles are fetched with. */
export interface ArticlesContext extends Pick<SyncContext, 'library' | 'server' | 'signal'> {
  /** Done after each request: what is changed meanwhile, here or there, need not wait for all articles. */
  readonly afterEach?: () => Promise<Result<null, Stopped>>;
}

/** Fetches articles with their images, and keeps those of one request while the next come. */
export async function receiveArticles(
  context: ArticlesContext,
  asked: readonly AskedArticle[],
): Promise<Result<FetchedArticles, Stopped>> {
  const { sync } = context.library;
  const fetched = { kept: 0, bytes: 0 };
  const kept = await whileNextComes(arrivals(context, asked), async (came) => {
    if (!came.ok) return came;
    const done = await sync.keepArticles(came.value);
    if (!done.ok) return err(stoppedByLibrary(done.error));
    fetched.kept += came.value.size;
    fetched.bytes += done.value;
    return ok(null);
  });
  return kept.ok ? ok(fetched) : kept;
}

/** The server has none after all, or the bookmark is gone from it: there is nothing to ask again for. */
async function giveUpAll(
  { library: { sync } }: ArticlesContext,
  absent: ReadonlyMap<string, BookmarkId>,
): Promise<Result<null, Stopped>> {
  if (absent.size === 0) return ok(null);
  const settled = await sync.decide({ ids: [...absent.values()] }, (desk) => {
    for (const [serverId, id] of absent) giveUp(desk, desk.get(id), serverId);
  });
  return settled.ok ? ok(null) : err(stoppedByLibrary(settled.error));
}

function giveUp(desk: SyncDesk, { shadow, bookmark, ...state }: SyncState, serverId: string): void {
  // By now it may be linked to another, which has one.
  if (shadow?.serverId !== serverId) return;
  const { content } = bookmark ?? {};
  const isSaid = content?.kind === 'address' && content.reason === 'on-server';
  desk.put({
    ...state,
    bookmark:
      bookmark && isSaid
        ? { ...bookmark, content: { kind: 'address', reason: withoutArticle(bookmark) } }
        : bookmark,
    shadow: { ...shadow, article: content?.kind === 'article' ? 'own' : 'none' },
  });
}

async function* arrivals(
  context: ArticlesContext,
  asked: readonly AskedArticle[],
): AsyncGenerator<Result<Articles, Stopped>, void> {
  const { server, signal, afterEach } = context;
  for (let at = 0; at < asked.length; at += TOGETHER) {
    const some = asked.slice(at, at + TOGETHER);
    const ids = new Map(some.map(({ serverId, id }) => [serverId, id]));
    const answer = await server.client.sync.stream(
      { id: [...ids.keys()], with_html: true, with_resources: true, resource_prefix: '' },
      { signal },
    );
    if (!answer.ok) return yield err(stoppedBy(answer.error));
    const absent = new Map(ids);
    for await (const came of together(syncBookmarks(answer.value), ids)) {
      yield came;
      if (!came.ok) return;
      for (const { serverId, id } of some) if (came.value.has(id)) absent.delete(serverId);
    }
    // Before more is heard of these: the server may have one by then.
    const settled = await giveUpAll(context, absent);
    const done = settled.ok ? await afterEach?.() : settled;
    if (done && !done.ok) return yield done;
  }
}

/** The articles of a stream, as many at a time as are kept in one transaction. */
async function* together(
  stream: ReturnType<typeof syncBookmarks>,
  ids: ReadonlyMap<string, BookmarkId>,
): AsyncGenerator<Result<Articles, Stopped>, void> {
  let articles = new Map<BookmarkId, ReceivedArticle>();
  let bytes = 0;
  for await (const came of stream) {
    if (!came.ok) {
      if (articles.size > 0) yield ok(articles);
      return yield err(stoppedBy(came.error));
    }
    const id = ids.get(came.value.id);
    const article = articleOf(came.value);
    if (id === undefined || article === null) continue;
    articles.set(id, article);
    bytes += came.value.resources.reduce(
      (sum, one) => sum + one.bytes.byteLength,
      article.html.length,
    );
    if (bytes < BYTES_TOGETHER) continue;
    yield ok(articles);
    articles = new Map();
    bytes = 0;
  }
  if (articles.size > 0) yield ok(articles);
}

function articleOf({ html, resources }: SyncedBookmark): ReceivedArticle | null {
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
