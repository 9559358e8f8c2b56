import type { BookmarkRow, NewBookmark, ResourceRow, UserRow } from '../../../server/storage';
import type { TestServer } from './test-server';

/** Adds a loaded bookmark of `user` with `article`. */
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

/** A file of a bookmark. */
interface NewFile extends Pick<ResourceRow, 'name' | 'kind'> {
  readonly bytes: Uint8Array;
}

/** Replaces the files of a bookmark. */
export async function addBytes(
  { storage }: Pick<TestServer, 'storage'>,
  { key }: BookmarkRow,
  files: readonly NewFile[],
): Promise<void> {
  const rows: ResourceRow[] = [];
  for (const { name, kind, bytes } of files) {
    const hash = await storage.contents.storeBlob(bytes);
    const url = `https://example.org/${name}`;
    const contentType = name.endsWith('.png') ? 'image/png' : 'image/jpeg';
    rows.push({ name, kind, contentType, url, width: 1, height: 1, hash, sizeBytes: bytes.length });
  }
  await storage.contents.putResources(key, rows);
}

/** Like `addBytes`, with the name of each file as its content. */
export const addFiles = (
  t: Pick<TestServer, 'storage'>,
  bookmark: BookmarkRow,
  files: readonly Pick<ResourceRow, 'name' | 'kind'>[],
): Promise<void> =>
  addBytes(
    t,
    bookmark,
    files.map((file) => ({ ...file, bytes: Buffer.from(`bytes of ${file.name}`) })),
  );
