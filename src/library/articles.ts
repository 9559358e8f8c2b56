import { toArticle, toRevision } from './article-rows';
import { watch } from './live';
import type { ArticleRepository, SavingLibrary } from './repository';
import { readRevisions } from './revisions';
import type { Store } from './store';

/** What pages ask of articles besides reading one. */
export function articleRepository(
  store: Store,
  saving: SavingLibrary['articles'],
): ArticleRepository {
  const { db } = store;
  return {
    ...saving,
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
  };
}
