import type { Article, CaptureReport } from '../../domain/article';
import type { BookmarkId } from '../../domain/bookmark';
import type { Dispose } from '../database/commit';
import { watch, watchConverted } from '../database/live';
import { type ArticleRow, changedAtOf } from '../database/rows';
import { repository } from '../database/store';
import { addImages } from '../images/add-images';
import { unpackText } from './stored-text';

export type ArticleRepository = ReturnType<typeof articleRepository>;

export const articleRepository = repository({
  async get({ db }, bookmarkId: BookmarkId): Promise<Article | null> {
    const row = await db.articles.get(bookmarkId);
    return row ? toArticle(row) : null;
  },

  watch: (store, bookmarkId: BookmarkId, listener: (article: Article | null) => void): Dispose =>
    watchConverted(
      store,
      () => store.db.articles.get(bookmarkId),
      (row) => (row ? toArticle(row) : null),
      listener,
    ),

  /** Returns only the report, so that a long article is not unpacked. */
  async report({ db }, bookmarkId: BookmarkId): Promise<CaptureReport | undefined> {
    const row = await db.articles.get(bookmarkId);
    return row?.report;
  },
  /** Watches only the report, so that a long article is not unpacked for each image that arrives. */
  watchReport: (
    store,
    bookmarkId: BookmarkId,
    listener: (report: CaptureReport | null) => void,
  ): Dispose =>
    watch(
      store,
      () => store.db.articles.get(bookmarkId),
      (row) => listener(row?.report ?? null),
    ),

  addImages,
});

/** Converts a row and unpacks its body. Must not run inside a transaction. */
async function toArticle(row: ArticleRow): Promise<Article> {
  const { bookmarkId, body, textLength, images, report, capturedAt, original } = row;
  const html = await unpackText(body);
  const article = { bookmarkId, html, textLength, images, report, capturedAt };
  return { ...article, changedAt: changedAtOf(row), ...(original && { original }) };
}
