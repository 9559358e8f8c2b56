import type { Storage, UserRow } from '../../../server/storage';
import { saveArticle } from '../../server/support/saved-article.ts';

/** The number of bookmarks that are written in one transaction. */
const BATCH = 500;

/** Returns the address of a bookmark by its number from 0. */
const filledUrl = (index: number) => `http://filled.example/${index}`;

/**
 * Writes `count` bookmarks of `user` directly to the storage, each with an article and its picture.
 */
export async function fillLibrary(storage: Storage, user: UserRow, count: number): Promise<void> {
  for (let from = 0; from < count; from += BATCH) {
    await storage.transaction(async (repositories) => {
      for (let index = from; index < Math.min(count, from + BATCH); index += 1) {
        const bookmark = {
          url: filledUrl(index),
          title: `Bookmark ${index}`,
          site: 'filled.example',
        };
        await saveArticle({ storage: repositories }, user, bookmark);
      }
    });
  }
}
