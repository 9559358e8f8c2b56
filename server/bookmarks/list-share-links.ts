import type { Page } from '../../src/contract';
import type { Server } from '../server';
import type { UserId } from '../storage';

/** Lists the links of a user that work, the newest first, with their bookmarks. */
export async function listShareLinks(
  { storage }: Pick<Server, 'storage'>,
  user: UserId,
  page: Page,
) {
  const { rows, total } = await storage.shareLinks.list(user, page);
  const bookmarks = await storage.bookmarks.findMany(rows.map((row) => row.bookmarkKey));
  const links = rows.flatMap((link) => {
    const bookmark = bookmarks.get(link.bookmarkKey);
    return bookmark === undefined ? [] : [{ link, bookmark }];
  });
  return { links, total };
}
