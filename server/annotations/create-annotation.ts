import type { AnnotationError } from '../../src/anchoring';
import type { annotationCreate, FormValue } from '../../src/contract';
import { ok, type Result } from '../../src/domain';
import type { AnnotationRow, Storage, UserId } from '../storage';
import { annotate } from './annotate';
import { parseArticle } from './article-tree';

/**
 * Annotates a bookmark of `userId`; null when there is none. What it may not overlap is what is
 * there when it is written.
 */
export const createAnnotation = (
  { transaction }: Pick<Storage, 'transaction'>,
  userId: UserId,
  bookmarkId: string,
  sent: FormValue<typeof annotationCreate>,
): Promise<Result<AnnotationRow, AnnotationError> | null> =>
  transaction(async ({ bookmarks, contents, annotations }) => {
    // A change of nothing: others that annotate or extract it wait from here on.
    const bookmark = await bookmarks.update(userId, bookmarkId, {});
    if (bookmark === null) return null;
    const content = await contents.find(bookmark.key);
    const { index } = parseArticle(content?.article ?? '');
    const annotation = annotate(index, await annotations.list(bookmark.key), sent);
    if (!annotation.ok) return annotation;
    return ok(await annotations.create(bookmark.key, annotation.value));
  });
