import { isDeepStrictEqual } from 'node:util';
import type { AnnotationError } from '../../src/anchoring';
import type { annotationCreate, FormValue } from '../../src/contract';
import { ok, type Result } from '../../src/domain';
import type { Server } from '../server';
import type { AnnotationRow, BookmarkKey, Repositories, UserId } from '../storage';

/**
 * Adds a highlight to a bookmark of `userId`. Returns null when there is no such bookmark. The
 * article is parsed and searched before the transaction, because other writers wait during it. If the
 * article or its highlights have changed by then, the search is repeated, so that no overlap is missed.
 */
export async function createHighlight(
  { storage, articleWork }: Pick<Server, 'storage' | 'articleWork'>,
  userId: UserId,
  bookmarkId: string,
  sent: FormValue<typeof annotationCreate>,
): Promise<Result<AnnotationRow, AnnotationError> | null> {
  for (;;) {
    const found = await storage.bookmarks.find(userId, bookmarkId);
    if (found === null) return null;
    const seen = await annotatedArticle(storage, found.key);
    const annotation = await articleWork.run(userId, 'annotate', { ...seen, sent });
    if (!annotation.ok) return annotation;
    const made = await storage.transaction(async (unit) => {
      // An empty update locks the row: other highlights and extractions of it wait from here on.
      const bookmark = await unit.bookmarks.update(userId, bookmarkId, {});
      if (bookmark === null) return null;
      const isSame = isDeepStrictEqual(await annotatedArticle(unit, bookmark.key), seen);
      return isSame ? unit.annotations.create(bookmark.key, annotation.value) : 'changed';
    });
    if (made === null) return null;
    if (made !== 'changed') return ok(made);
  }
}

async function annotatedArticle(
  { contents, annotations }: Pick<Repositories, 'contents' | 'annotations'>,
  key: BookmarkKey,
) {
  const content = await contents.find(key);
  return { article: content?.article ?? '', others: await annotations.list(key) };
}
