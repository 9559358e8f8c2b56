import type { LoadedImage } from '../../capture/capture';
import type { Article, CaptureReport } from '../../domain/article';
import type { BookmarkId } from '../../domain/bookmark';
import type { UnixMs } from '../../domain/time';
import type { Dispose, Written } from '../database/commit';
import { watch } from '../database/live';
import type { ArticleRow, RevisionRow } from '../database/rows';
import type { Store } from '../database/store';
import { addImages, type LeadAddresses } from '../images/add-images';
import { readRevisions } from './revisions';
import { unpackText } from './stored-text';

export interface Revision {
  readonly id: number;
  readonly bookmarkId: BookmarkId;
  readonly replacedAt: UnixMs;
  readonly article: Article;
}

export interface ArticleRepository {
  get(bookmarkId: BookmarkId): Promise<Article | null>;
  watch(bookmarkId: BookmarkId, listener: (article: Article | null) => void): Dispose;
  /**
   * Watches only the report, so that a long article is not unpacked for each image that arrives.
   */
  watchReport(bookmarkId: BookmarkId, listener: (report: CaptureReport | null) => void): Dispose;
  /** Returns earlier articles of the bookmark, last replaced first. */
  revisions(bookmarkId: BookmarkId): Promise<readonly Revision[]>;
  /**
   * Adds images that were loaded in the page to the article, stores equal bytes once and updates
   * the counts of the report. Images without space are dropped with reason `quota`.
   */
  addImages(
    bookmarkId: BookmarkId,
    images: readonly LoadedImage[],
    lead?: LeadAddresses | null,
  ): Written<void>;
}

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
    addImages: (bookmarkId, images, lead) => addImages(store, bookmarkId, images, lead),
  };
}

/** Converts a row and unpacks its body. Must not run inside a transaction. */
async function toArticle(row: ArticleRow): Promise<Article> {
  const { bookmarkId, body, textLength, images, report, capturedAt } = row;
  return { bookmarkId, html: await unpackText(body), textLength, images, report, capturedAt };
}

/** Converts a row and unpacks its body. Must not run inside a transaction. */
async function toRevision(row: RevisionRow): Promise<Revision> {
  const { id, bookmarkId, replacedAt } = row;
  return { id, bookmarkId, replacedAt, article: await toArticle(row) };
}
