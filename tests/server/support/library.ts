import type { BookmarkRow, NewBookmark, ResourceRow, UserRow } from '../../../server/storage';
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

/** Puts files beside a bookmark; each has its own name as its bytes. */
export async function addFiles(
  { storage }: Pick<TestServer, 'storage'>,
  { key }: BookmarkRow,
  files: readonly Pick<ResourceRow, 'name' | 'kind'>[],
): Promise<void> {
  const rows: ResourceRow[] = [];
  for (const { name, kind } of files) {
    const bytes = Buffer.from(`bytes of ${name}`);
    const hash = await storage.contents.keepBlob(bytes);
    const url = `https://example.org/${name}`;
    const contentType = name.endsWith('.png') ? 'image/png' : 'image/jpeg';
    rows.push({ name, kind, contentType, url, width: 1, height: 1, hash, sizeBytes: bytes.length });
  }
  await storage.contents.putResources(key, rows);
}
