import { addImages } from './add-images';
import { toArticle, toRevision } from './article-rows';
import { watch } from './live';
import type { ArticleRepository } from './repository';
import { readRevisions } from './revisions';
import type { Store } from './store';

export function articleRepository(store: Store): ArticleRepository {
  const { db } = store;
  return {
    async get(bookmarkId) {
      const row = await db.articles.get(bookmarkId);
      return row ? toArticle(row) : null;
    },
    watch: (bookmarkId, listener) =>
      watch(
        store,
        () => db.articles.get(bookmarkId),
        (row) => (row ? toArticle(row) : null),
        listener,
      ),
    watchReport: (bookmarkId, listener) =>
      watch(
        store,
        () => db.articles.get(bookmarkId),
        (row) => row?.report ?? null,
        listener,
      ),
    revisions: async (bookmarkId) =>
      Promise.all((await readRevisions(db, bookmarkId)).map(toRevision)),
    addImages: (bookmarkId, images) => addImages(store, bookmarkId, images),
  };
}
