import { type Bookmark, err, ok, type Result } from '../../domain';
import type { ReceivedArticle } from '../../library';
import { type SyncedBookmark, type SyncedResource, syncBookmarks } from '../../service';
import type { SyncContext } from '../context';
import { type Stopped, stoppedBy, stoppedByLibrary } from '../stop';

/** Whose articles come to this device by themselves. */
export type ArticlePolicy = 'all' | 'unread' | 'none';

const BATCH = 10;

/** Fetches the articles that are on the server alone, newest first, with their images. */
export async function fetchArticles(
  context: SyncContext,
  policy: ArticlePolicy,
): Promise<Result<null, Stopped>> {
  let skipped = 0;
  while (policy !== 'none') {
    const wanted = await context.library.sync.articlesWanted(BATCH, skipped);
    if (wanted.length === 0) break;
    const chosen = wanted.filter((one) => isChosen(one, policy));
    skipped += wanted.length - chosen.length;
    if (chosen.length === 0) continue;
    const fetched = await fetchSome(context, chosen);
    if (!fetched.ok) return fetched;
  }
  return ok(null);
}

const isChosen = ({ trashedAt, isArchived }: Bookmark, policy: ArticlePolicy): boolean =>
  trashedAt === null && (policy === 'all' || !isArchived);

async function fetchSome(
  { library, server, signal }: SyncContext,
  bookmarks: readonly Bookmark[],
): Promise<Result<null, Stopped>> {
  const ids = new Map(bookmarks.flatMap(({ id, serverId }) => (serverId ? [[serverId, id]] : [])));
  const answer = await server.client.sync.stream(
    { id: [...ids.keys()], with_html: true, with_resources: true, resource_prefix: '' },
    { signal },
  );
  if (!answer.ok) return err(stoppedBy(answer.error));
  const left = new Set(bookmarks.map(({ id }) => id));
  for await (const came of syncBookmarks(answer.value)) {
    if (!came.ok) return err(stoppedBy(came.error));
    const id = ids.get(came.value.id);
    const article = articleOf(came.value);
    if (id === undefined || article === null) continue;
    const kept = await library.sync.keepArticle(id, article);
    if (!kept.ok && kept.error.kind !== 'not-found') return err(stoppedByLibrary(kept.error));
    left.delete(id);
  }
  // The server has none after all, or the bookmark is gone from it: there is nothing to ask again for.
  const settled = await library.sync.decide({ ids: [...left] }, (desk) => {
    for (const id of left) {
      const state = desk.get(id);
      if (state.shadow) desk.put({ ...state, shadow: { ...state.shadow, article: 'none' } });
    }
  });
  return settled.ok ? ok(null) : err(stoppedByLibrary(settled.error));
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
