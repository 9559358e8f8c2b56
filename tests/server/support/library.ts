import type { BookmarkRow, NewBookmark, UserRow } from '../../../server/storage';
import type { TestServer } from './test-server';

/** A bookmark of `user` that is loaded, with `article`. */
export async function addArticle(
  { storage }: Pick<TestServer, 'storage'>,
  user: UserRow,
  article: string,
  bookmark: Partial<NewBookmark> = {},
): Promise<BookmarkRow> {
  const row = await storage.bookmarks.create(user.id, {
    url: 'https://example.org/page',
    state: 0,
    hasArticle: true,
    ...bookmark,
  });
  await storage.contents.put(row.key, { article });
  return row;
}
