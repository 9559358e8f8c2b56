import { addImages } from './add-images';
import { toArticle, toRevision } from './article-rows';
import { watch } from './live';
import type { ArticleRepository } from './repository';
import { readRevisions } from './revisions';
import type { ArticleRow } from './rows';
import type { Store } from './store';

export function articleRepository(store: Store): ArticleRepository {
  const { db } = store;
  const show = (row: ArticleRow | undefined) => (row === undefined ? null : toArticle(row));
  return {
    get: async (bookmarkId) => show(await db.articles.get(bookmarkId)),
    watch: (bookmarkId, listener) =>
      watch(store, () => db.articles.get(bookmarkId), show, listener),
    revisions: async (bookmarkId) =>
      Promise.all((await readRevisions(db, bookmarkId)).map(toRevision)),
    addImages: (bookmarkId, images) => addImages(store, bookmarkId, images),
  };
}
