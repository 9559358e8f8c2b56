import type {
  BookmarkRow,
  NewBookmark,
  Repositories,
  ResourceRow,
  UserRow,
} from '../../../server/storage';
import { PNG } from '../../formats/items';

const ARTICLE =
  '<section><p>The harbour froze, <b>all</b> of it.</p><p><img src="_resources/ice.png" alt="Ice"></p></section>';

/** Adds a loaded bookmark of `user`, by default with an article with one image. */
export async function saveArticle(
  { storage }: { readonly storage: Pick<Repositories, 'bookmarks' | 'contents'> },
  user: UserRow,
  more: Partial<NewBookmark> = {},
  article: string | null = ARTICLE,
): Promise<BookmarkRow> {
  const bookmark = await storage.bookmarks.create(user.id, {
    url: 'https://example.org/harbour',
    title: 'The harbour froze',
    site: 'example.org',
    siteName: 'Example',
    authors: ['Ann Author'],
    lang: 'en',
    textDirection: 'ltr',
    state: 0,
    hasArticle: article !== null,
    labels: ['ice', 'to read'],
    ...more,
  });
  if (article === null) return bookmark;
  await storage.contents.put(bookmark.key, { article, text: 'The harbour froze, all of it.' });
  const hash = await storage.contents.storeBlob(PNG);
  const picture: ResourceRow = {
    name: 'ice.png',
    kind: 'embedded',
    contentType: 'image/png',
    url: 'https://example.org/ice.png',
    width: 1,
    height: 1,
    hash,
    sizeBytes: PNG.byteLength,
  };
  await storage.contents.putResources(bookmark.key, [picture]);
  return bookmark;
}
