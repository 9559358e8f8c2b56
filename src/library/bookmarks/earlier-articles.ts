import type { BookmarkId } from '../../domain/bookmark';
import { type ComparedTexts, compareTexts } from '../articles/compare-texts';
import { readRevisions } from '../articles/revisions';
import { unpackText } from '../articles/stored-text';
import { type Dispose, type Written, write } from '../database/commit';
import { watch } from '../database/live';
import type { RevisionRow } from '../database/rows';
import { repository } from '../database/store';
import { putRevisionBack } from './replace-article';

/** An article that is kept beside the present one, without its text. */
export interface EarlierArticle
  extends Pick<RevisionRow, 'id' | 'capturedAt' | 'replacedAt' | 'cause' | 'wordCount'> {
  readonly images: number;
  /** True if it was captured in a browser; otherwise it came from a server or a file. */
  readonly isCapture: boolean;
}

export type EarlierArticleRepository = ReturnType<typeof earlierArticleRepository>;

/** The articles that were replaced, for as long as they are kept, and those that did not replace one. */
export const earlierArticleRepository = repository({
  /** Calls `listener` with all of a bookmark, last replaced first, now and after each change. */
  watch: (
    store,
    id: BookmarkId,
    listener: (articles: readonly EarlierArticle[]) => void,
  ): Dispose =>
    watch(
      store,
      () => readRevisions(store.db, id),
      (rows) => listener(rows.map(withoutText)),
    ),

  /** Compares the text of an earlier article with the present one; null: one of them is gone. */
  async compare({ db }, id: BookmarkId, earlierId: number): Promise<ComparedTexts | null> {
    const [earlier, present] = await Promise.all([
      db.revisions.get(earlierId),
      db.articles.get(id),
    ]);
    if (earlier === undefined || present === undefined) return null;
    return compareTexts(await unpackText(earlier.body), await unpackText(present.body));
  },

  putBack: putRevisionBack,

  /** Ends the offer of an article that is much shorter than the present one. It stays in the list. */
  decline: ({ db }, earlierId: number): Written<void> =>
    write(db, ['revisions'], () => db.revisions.update(earlierId, { cause: 'declined' })),
});

const withoutText = (row: RevisionRow): EarlierArticle => ({
  id: row.id,
  capturedAt: row.capturedAt,
  replacedAt: row.replacedAt,
  cause: row.cause,
  wordCount: row.wordCount,
  images: row.images.length,
  // Only a capture knows the structure of its page or its kind.
  isCapture: row.structure !== undefined || row.report.kind !== undefined,
});
